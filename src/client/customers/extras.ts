import type { EntityExtras } from '../kit/records/extras.ts'
import { lazy } from '../kit/ui/lazy.ts'

export const customerExtras: EntityExtras = {
  List: lazy(() => import('./customer-list.tsx').then((module) => ({ default: module.CustomerList }))),
  Page: lazy(() => import('./customer-page.tsx').then((module) => ({ default: module.CustomerPage }))),
}

export const balanceRequestExtras: EntityExtras = {
  List: lazy(() =>
    import('./requests/balance-request-list.tsx').then((module) => ({ default: module.BalanceRequestList })),
  ),
  Page: lazy(() =>
    import('./requests/balance-request-page.tsx').then((module) => ({ default: module.BalanceRequestPage })),
  ),
}
