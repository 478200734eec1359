import { lazy } from 'react'
import type { EntityExtras } from '../kit/records/extras.ts'

export const orderExtras: EntityExtras = {
  List: lazy(() => import('./order-list.tsx').then((module) => ({ default: module.OrderList }))),
  Create: lazy(() => import('./create/create-order.tsx').then((module) => ({ default: module.CreateOrder }))),
  Page: lazy(() => import('./order-page.tsx').then((module) => ({ default: module.OrderPage }))),
}
