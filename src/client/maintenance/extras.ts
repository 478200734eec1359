import type { EntityExtras } from '../kit/records/extras.ts'
import { lazy } from '../kit/ui/lazy.ts'
import { inputs } from './inputs.tsx'
import { keeps } from './kept-fields.ts'

export const maintenanceExtras: EntityExtras = {
  List: lazy(() => import('./maintenance-list.tsx').then((module) => ({ default: module.MaintenanceList }))),
  Create: lazy(() => import('./create-maintenance.tsx').then((module) => ({ default: module.CreateMaintenance }))),
  Page: lazy(() => import('./maintenance-page.tsx').then((module) => ({ default: module.MaintenancePage }))),
  inputs,
  keeps,
}
