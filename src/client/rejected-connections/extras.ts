import type { EntityExtras } from '../kit/records/extras.ts'
import { RejectedConnectionList } from './rejected-connection-list.tsx'

export const rejectedConnectionExtras: EntityExtras = { List: RejectedConnectionList }
