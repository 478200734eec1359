import type { EntityExtras } from '../kit/records/extras.ts'
import { CardGroupList } from './card-group-list.tsx'
import { CardGroupPage } from './card-group-page.tsx'
import { CardList } from './card-list.tsx'
import { CardPage } from './card-page.tsx'

export const cardGroupExtras: EntityExtras = { List: CardGroupList, Page: CardGroupPage }
export const cardExtras: EntityExtras = { List: CardList, Page: CardPage }
