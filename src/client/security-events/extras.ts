import type { EntityExtras } from '../kit/records/extras.ts'
import { lazy } from '../kit/ui/lazy.ts'

export const securityEventExtras: EntityExtras = {
  List: lazy(() => import('./event-list.tsx').then((module) => ({ default: module.EventList }))),
  Page: lazy(() => import('./event-page.tsx').then((module) => ({ default: module.EventPage }))),
}
