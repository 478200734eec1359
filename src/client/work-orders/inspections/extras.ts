import type { EntityExtras } from '../../kit/records/extras.ts'
import { lazy } from '../../kit/ui/lazy.ts'

export const checkListExtras: EntityExtras = {
  List: lazy(() => import('./check-list-list.tsx').then((module) => ({ default: module.CheckListList }))),
  inputs: { items: lazy(() => import('./items-input.tsx').then((module) => ({ default: module.ItemsInput }))) },
  Page: lazy(() => import('./check-list-page.tsx').then((module) => ({ default: module.CheckListPage }))),
}

export const inspectionPlanExtras: EntityExtras = {
  List: lazy(() => import('./plan-list.tsx').then((module) => ({ default: module.PlanList }))),
  Page: lazy(() => import('./plan-page.tsx').then((module) => ({ default: module.PlanPage }))),
}

export const inspectionExtras: EntityExtras = {
  List: lazy(() => import('./inspection-list.tsx').then((module) => ({ default: module.InspectionList }))),
  Page: lazy(() => import('./inspection-page.tsx').then((module) => ({ default: module.InspectionPage }))),
}
