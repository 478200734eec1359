import type { EntityExtras } from '../kit/records/extras.ts'
import { lazy } from '../kit/ui/lazy.ts'

export const workOrderExtras: EntityExtras = {
  List: lazy(() => import('./work-order-list.tsx').then((module) => ({ default: module.WorkOrderList }))),
  Create: lazy(() => import('./create-work-order.tsx').then((module) => ({ default: module.CreateWorkOrder }))),
  Page: lazy(() => import('./work-order-page.tsx').then((module) => ({ default: module.WorkOrderPage }))),
}
