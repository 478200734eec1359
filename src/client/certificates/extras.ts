import type { EntityExtras } from '../kit/records/extras.ts'
import { lazy } from '../kit/ui/lazy.ts'

export const certificateExtras: EntityExtras = {
  List: lazy(() => import('./certificate-list.tsx').then((module) => ({ default: module.CertificateList }))),
  Page: lazy(() => import('./certificate-page.tsx').then((module) => ({ default: module.CertificatePage }))),
}

export const rootCertificateExtras: EntityExtras = {
  List: lazy(() => import('./root-list.tsx').then((module) => ({ default: module.RootList }))),
  Page: lazy(() => import('./root-page.tsx').then((module) => ({ default: module.RootPage }))),
  beside: {
    pem: lazy(() => import('../kit/upload/text-from-file.tsx').then((module) => ({ default: module.TextFromFile }))),
  },
  below: { pem: lazy(() => import('./pem-note.tsx').then((module) => ({ default: module.PemNote }))) },
}
