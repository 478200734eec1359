import { createElement } from 'react'
import type { EntityExtras } from '../kit/records/extras.ts'
import { lazy } from '../kit/ui/lazy.ts'
import type { SiteParts } from './parts.ts'

const List = lazy(() => import('./site-list.tsx').then((module) => ({ default: module.SiteList })))
const Page = lazy(() => import('./site-page.tsx').then((module) => ({ default: module.SitePage })))

export const siteExtras = (parts: SiteParts): EntityExtras => ({
  List,
  Page: ({ id }) => createElement(Page, { id, parts }),
})
