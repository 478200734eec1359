import type { EntityExtras } from '../kit/records/extras.ts'
import { lazy } from '../kit/ui/lazy.ts'

export const statementDeliveryExtras: EntityExtras = {
  Page: lazy(() => import('./delivery-page.tsx').then((module) => ({ default: module.DeliveryPage }))),
}
