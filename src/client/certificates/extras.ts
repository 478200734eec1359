import type { EntityExtras } from '../kit/records/extras.ts'
import { lazy } from '../kit/ui/lazy.ts'

export const certificateExtras: EntityExtras = {
  List: lazy(() => import('./certificate-list.tsx').then((module) => ({ default: module.CertificateList }))),
}
