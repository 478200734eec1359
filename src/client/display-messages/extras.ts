import type { EntityExtras } from '../kit/records/extras.ts'
import { lazy } from '../kit/ui/lazy.ts'
import { MessagePreview } from './message-preview.tsx'

export const displayMessageExtras: EntityExtras = {
  List: lazy(() => import('./message-list.tsx').then((module) => ({ default: module.MessageList }))),
  Page: lazy(() => import('./message-page.tsx').then((module) => ({ default: module.MessagePage }))),
  preview: MessagePreview,
}
