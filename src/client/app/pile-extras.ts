import { createElement } from 'react'
import type { EntityExtras } from '../kit/records/extras.ts'
import { lazy } from '../kit/ui/lazy.ts'
import { GenerateNumber } from '../piles/generate-number.tsx'
import { NumberDoubt } from '../piles/number-doubt.tsx'

const List = lazy(() => import('../piles/pile-list.tsx').then((module) => ({ default: module.PileList })))
const Page = lazy(() => import('../piles/page/pile-page.tsx').then((module) => ({ default: module.PilePage })))

/** What other features show on a pile's page, loaded when their tab is. */
const faces = {
  Orders: lazy(() => import('../orders/order-list.tsx').then((module) => ({ default: module.OrderList }))),
  Alarms: lazy(() => import('../alarms/alarm-list.tsx').then((module) => ({ default: module.AlarmList }))),
  Log: lazy(() => import('../protocol-log/pile-log.tsx').then((module) => ({ default: module.PileLog }))),
}

export const pileExtras: EntityExtras = {
  List,
  Page: ({ id }) => createElement(Page, { id, faces }),
  beside: { station_number: GenerateNumber },
  below: { station_number: NumberDoubt },
}
