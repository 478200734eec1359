import { useAtomValue } from 'jotai'
import { lazy } from 'react'
import { overlayAtom } from '../kit/session/overlays.ts'

const Search = lazy(() => import('./search/search-dialog.tsx').then((module) => ({ default: module.SearchDialog })))
const Scan = lazy(() => import('./scan/scan-dialog.tsx').then((module) => ({ default: module.ScanDialog })))

/** Search and scanner, which any screen may ask for. */
export function Overlays() {
  const overlay = useAtomValue(overlayAtom)
  if (overlay === 'search') return <Search />
  if (overlay === 'scan') return <Scan />
  return null
}
