import { createElement } from 'react'
import type { EntityExtras } from '../kit/records/extras.ts'
import { lazy } from '../kit/ui/lazy.ts'
import type { CampaignParts } from './parts.ts'

const List = lazy(() => import('./campaign-list.tsx').then((module) => ({ default: module.CampaignList })))

export const campaignExtras = (parts: CampaignParts): EntityExtras => ({
  List: () => createElement(List, { parts }),
  Page: lazy(() => import('./campaign-page.tsx').then((module) => ({ default: module.CampaignPage }))),
})
