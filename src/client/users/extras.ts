import type { EntityExtras } from '../kit/records/extras.ts'
import { UserList } from './user-list.tsx'
import { UserPage } from './user-page.tsx'

export const userExtras: EntityExtras = { List: UserList, Page: UserPage }
