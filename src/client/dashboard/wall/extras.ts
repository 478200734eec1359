import type { EntityExtras } from '../../kit/records/extras.ts'
import { lazy } from '../../kit/ui/lazy.ts'

export const wallDisplayExtras: EntityExtras = {
  List: lazy(() => import('./wall-displays.tsx').then((module) => ({ default: module.WallDisplayList }))),
  Page: lazy(() => import('./wall-displays.tsx').then((module) => ({ default: module.WallDisplayPage }))),
}
