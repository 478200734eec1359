import type { EntityExtras } from '../../kit/records/extras.ts'
import { lazy } from '../../kit/ui/lazy.ts'

export const balanceRequestExtras: EntityExtras = {
  List: lazy(() => import('./balance-request-list.tsx').then((module) => ({ default: module.BalanceRequestList }))),
  Page: lazy(() => import('./balance-request-page.tsx').then((module) => ({ default: module.BalanceRequestPage }))),
}
