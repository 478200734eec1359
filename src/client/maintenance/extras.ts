import { createElement } from 'react'
import type { EntityExtras } from '../kit/records/extras.ts'
import { lazy } from '../kit/ui/lazy.ts'
import { inputs } from './inputs.tsx'
import { keeps } from './kept-fields.ts'
import type { MaintenanceParts } from './parts.ts'

const Page = lazy(() => import('./maintenance-page.tsx').then((module) => ({ default: module.MaintenancePage })))

export const maintenanceExtras = (parts: MaintenanceParts): EntityExtras => ({
  List: lazy(() => import('./maintenance-list.tsx').then((module) => ({ default: module.MaintenanceList }))),
  Create: lazy(() => import('./create-maintenance.tsx').then((module) => ({ default: module.CreateMaintenance }))),
  Page: ({ id }) => createElement(Page, { id, parts }),
  inputs,
  keeps,
})
