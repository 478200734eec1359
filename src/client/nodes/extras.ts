import type { EntityExtras } from '../kit/records/extras.ts'
import { lazy } from '../kit/ui/lazy.ts'

export const nodeExtras: EntityExtras = {
  List: lazy(() => import('./node-list.tsx').then((module) => ({ default: module.NodeList }))),
}
