import { createElement } from 'react'
import type { EntityExtras } from '../kit/records/extras.ts'
import { lazy } from '../kit/ui/lazy.ts'

const List = lazy(() => import('../sites/site-list.tsx').then((module) => ({ default: module.SiteList })))
const Page = lazy(() => import('../sites/site-page.tsx').then((module) => ({ default: module.SitePage })))

/** What other features show on a site's page, loaded with it. */
const faces = {
  Ribbon: lazy(() => import('../billing/priced-day.tsx').then((module) => ({ default: module.PricedDay }))),
  Prices: lazy(() => import('../billing/site-prices.tsx').then((module) => ({ default: module.SitePricePlan }))),
  Connectors: lazy(() =>
    import('../piles/connector-squares.tsx').then((module) => ({ default: module.ConnectorSquares })),
  ),
  Plan: lazy(() => import('../berths/berth-plan.tsx').then((module) => ({ default: module.BerthPlan }))),
}

export const siteExtras: EntityExtras = {
  List,
  Page: ({ id }) => createElement(Page, { id, faces }),
}
