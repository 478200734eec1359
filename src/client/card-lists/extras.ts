import type { EntityExtras } from '../kit/records/extras.ts'
import { lazy } from '../kit/ui/lazy.ts'

export const cardListExtras: EntityExtras = {
  List: lazy(() => import('./card-list-list.tsx').then((module) => ({ default: module.CardListList }))),
  Page: lazy(() => import('./card-list-page.tsx').then((module) => ({ default: module.CardListPage }))),
}
