import { createElement } from 'react'
import { BatchList } from '../batches/batch-list.tsx'
import type { EntityExtras } from '../kit/records/extras.ts'
import { lazy } from '../kit/ui/lazy.ts'

const Page = lazy(() => import('../batches/batch-page.tsx').then((module) => ({ default: module.BatchPage })))
const faces = {
  Piles: lazy(() => import('../piles/batch-piles.tsx').then((module) => ({ default: module.BatchPiles }))),
}

export const batchExtras: EntityExtras = { List: BatchList, Page: ({ id }) => createElement(Page, { id, faces }) }
