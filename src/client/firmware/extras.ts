import type { EntityExtras } from '../kit/records/extras.ts'
import { lazy } from '../kit/ui/lazy.ts'

const FromFile = lazy(() =>
  import('../kit/upload/text-from-file.tsx').then((module) => ({ default: module.TextFromFile })),
)

export const firmwareExtras: EntityExtras = {
  List: lazy(() => import('./firmware-list.tsx').then((module) => ({ default: module.FirmwareList }))),
  Page: lazy(() => import('./firmware-page.tsx').then((module) => ({ default: module.FirmwarePage }))),
  beside: { signing_certificate: FromFile, signature: FromFile },
}
