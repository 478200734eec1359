import { createElement } from 'react'
import type { EntityExtras } from '../kit/records/extras.ts'
import { lazy } from '../kit/ui/lazy.ts'
import { BatchList } from './batch-list.tsx'
import type { BatchParts } from './parts.ts'

const Page = lazy(() => import('./batch-page.tsx').then((module) => ({ default: module.BatchPage })))

export const batchTaskExtras = (parts: BatchParts): EntityExtras => ({
  List: BatchList,
  Page: ({ id }) => createElement(Page, { id, parts }),
})
