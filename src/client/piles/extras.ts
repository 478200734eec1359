import { createElement } from 'react'
import type { EntityExtras } from '../kit/records/extras.ts'
import { lazy } from '../kit/ui/lazy.ts'
import type { PileParts } from './parts.ts'

const List = lazy(() => import('./pile-list.tsx').then((module) => ({ default: module.PileList })))
const Page = lazy(() => import('./page/pile-page.tsx').then((module) => ({ default: module.PilePage })))

const GenerateNumber = lazy(() =>
  import('./generate-number.tsx').then((module) => ({ default: module.GenerateNumber })),
)
const StationNumberWarning = lazy(() =>
  import('./station-number-warning.tsx').then((module) => ({ default: module.StationNumberWarning })),
)

export const pileExtras = (parts: PileParts): EntityExtras => ({
  List,
  Page: ({ id }) => createElement(Page, { id, parts }),
  beside: { station_number: GenerateNumber },
  below: { station_number: StationNumberWarning },
})

export const commandExtras: EntityExtras = {
  Page: lazy(() => import('./command-page.tsx').then((module) => ({ default: module.CommandPage }))),
}

export const offlineRecordExtras: EntityExtras = {
  List: lazy(() => import('./offline-list.tsx').then((module) => ({ default: module.OfflineList }))),
}

export const pileRankingExtras: EntityExtras = {
  List: lazy(() => import('./worst-piles.tsx').then((module) => ({ default: module.WorstPiles }))),
}
