import type { EntityExtras } from '../kit/records/extras.ts'
import { MessageList } from './message-list.tsx'

export const messageExtras: EntityExtras = { List: MessageList }
