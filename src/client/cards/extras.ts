import type { EntityExtras } from '../kit/records/extras.ts'
import { CardGroupPage } from './card-group-page.tsx'
import { CardList } from './card-list.tsx'
import { CardPage } from './card-page.tsx'

export const cardGroupExtras: EntityExtras = { Page: CardGroupPage }
export const cardExtras: EntityExtras = { List: CardList, Page: CardPage }
