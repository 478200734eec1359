import { createElement } from 'react'
import type { EntityExtras } from '../kit/records/extras.ts'
import { lazy } from '../kit/ui/lazy.ts'
import type { FirmwareParts } from './parts.ts'

const FromFile = lazy(() =>
  import('../kit/upload/text-from-file.tsx').then((module) => ({ default: module.TextFromFile })),
)

const Page = lazy(() => import('./firmware-page.tsx').then((module) => ({ default: module.FirmwarePage })))

export const firmwareExtras = (parts: FirmwareParts): EntityExtras => ({
  List: lazy(() => import('./firmware-list.tsx').then((module) => ({ default: module.FirmwareList }))),
  Page: ({ id }) => createElement(Page, { id, parts }),
  beside: { signing_certificate: FromFile, signature: FromFile },
})
