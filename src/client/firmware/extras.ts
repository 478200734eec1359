import type { EntityExtras } from '../kit/records/extras.ts'
import { lazy } from '../kit/ui/lazy.ts'

export const firmwareExtras: EntityExtras = {
  List: lazy(() => import('./firmware-list.tsx').then((module) => ({ default: module.FirmwareList }))),
  Page: lazy(() => import('./firmware-page.tsx').then((module) => ({ default: module.FirmwarePage }))),
}
