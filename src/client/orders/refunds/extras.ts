import type { EntityExtras } from '../../kit/records/extras.ts'
import { lazy } from '../../kit/ui/lazy.ts'

export const refundExtras: EntityExtras = {
  List: lazy(() => import('./refund-list.tsx').then((module) => ({ default: module.RefundList }))),
  Page: lazy(() => import('./refund-page.tsx').then((module) => ({ default: module.RefundPage }))),
}
