import { useAtomValue } from 'jotai'
import { overlayAtom } from '../kit/session/overlays.ts'
import { exportsAtom } from '../kit/sheets/exports.ts'
import { lazy } from '../kit/ui/lazy.ts'
import { ScreenBoundary } from './screen-boundary.tsx'

const Search = lazy(() => import('./search/search-dialog.tsx').then((module) => ({ default: module.SearchDialog })))
const Scan = lazy(() => import('./scan/scan-dialog.tsx').then((module) => ({ default: module.ScanDialog })))

const Exports = lazy(() => import('../kit/sheets/export-panel.tsx').then((module) => ({ default: module.ExportPanel })))

/** Search and scanner, which any screen may ask for, and the exports that go on from screen to screen. */
export function Overlays() {
  const overlay = useAtomValue(overlayAtom)
  const exporting = useAtomValue(exportsAtom).length > 0
  return (
    // What breaks here is said; the page below it stays.
    <ScreenBoundary key={overlay} beside>
      {overlay === 'search' && <Search />}
      {overlay === 'scan' && <Scan />}
      {exporting && <Exports />}
    </ScreenBoundary>
  )
}
