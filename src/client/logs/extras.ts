import type { EntityExtras } from '../kit/records/extras.ts'
import { lazy } from '../kit/ui/lazy.ts'

export const auditEntryExtras: EntityExtras = {
  List: lazy(() => import('./change-list.tsx').then((module) => ({ default: module.ChangeList }))),
  Page: lazy(() => import('./change-page.tsx').then((module) => ({ default: module.ChangePage }))),
}

export const signInEntryExtras: EntityExtras = {
  List: lazy(() => import('./sign-in-list.tsx').then((module) => ({ default: module.SignInList }))),
  Page: lazy(() => import('./sign-in-page.tsx').then((module) => ({ default: module.SignInPage }))),
}

export const refusedEntryExtras: EntityExtras = {
  List: lazy(() => import('./refused-list.tsx').then((module) => ({ default: module.RefusedList }))),
  Page: lazy(() => import('./refused-page.tsx').then((module) => ({ default: module.RefusedPage }))),
}

export const errorEntryExtras: EntityExtras = {
  List: lazy(() => import('./error-list.tsx').then((module) => ({ default: module.ErrorList }))),
  Page: lazy(() => import('./error-page.tsx').then((module) => ({ default: module.ErrorPage }))),
}
