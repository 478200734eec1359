import { createElement } from 'react'
import type { EntityExtras } from '../kit/records/extras.ts'
import { lazy } from '../kit/ui/lazy.ts'
import type { OrderParts } from './parts.ts'

const Page = lazy(() => import('./order-page.tsx').then((module) => ({ default: module.OrderPage })))

export const orderExtras = (parts: OrderParts): EntityExtras => ({
  List: lazy(() => import('./order-list.tsx').then((module) => ({ default: module.orderList(parts) }))),
  Create: lazy(() => import('./create/create-order.tsx').then((module) => ({ default: module.CreateOrder }))),
  Page: ({ id }) => createElement(Page, { id, parts }),
})

export const refundExtras: EntityExtras = {
  List: lazy(() => import('./refunds/refund-list.tsx').then((module) => ({ default: module.RefundList }))),
  Page: lazy(() => import('./refunds/refund-page.tsx').then((module) => ({ default: module.RefundPage }))),
}
