import { createElement } from 'react'
import type { EntityExtras } from '../kit/records/extras.ts'
import { lazy } from '../kit/ui/lazy.ts'

const Page = lazy(() => import('../orders/order-page.tsx').then((module) => ({ default: module.OrderPage })))

/** What other features show on an order's page, loaded with it. */
const faces = {
  Stop: lazy(() => import('../piles/stop-session.tsx').then((module) => ({ default: module.StopSession }))),
}

export const orderExtras: EntityExtras = {
  List: lazy(() => import('../orders/order-list.tsx').then((module) => ({ default: module.OrderList }))),
  Create: lazy(() => import('../orders/create/create-order.tsx').then((module) => ({ default: module.CreateOrder }))),
  Page: ({ id }) => createElement(Page, { id, faces }),
}
