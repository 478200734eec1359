import type { EntityExtras } from '../kit/records/extras.ts'
import { BerthList } from './berth-list.tsx'
import { BerthPage } from './berth-page.tsx'

export const berthExtras: EntityExtras = { List: BerthList, Page: BerthPage }
