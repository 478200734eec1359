import type { EntityExtras } from '../kit/records/extras.ts'
import { CardList } from './card-list.tsx'
import { CardPage } from './card-page.tsx'

export const cardExtras: EntityExtras = { List: CardList, Page: CardPage }
