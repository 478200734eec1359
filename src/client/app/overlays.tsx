import { useState } from 'react'
import { ScreenBoundary } from '../kit/api/screen-boundary.tsx'
import { newRecordAtom, newRecordDone } from '../kit/session/new-record.ts'
import { closeOverlay, overlayAtom } from '../kit/session/overlays.ts'
import { useAtomValue } from '../kit/session/store.ts'
import { exportsAtom } from '../kit/sheets/exports.ts'
import { lazy } from '../kit/ui/lazy.ts'

const Search = lazy(() => import('./search/search-dialog.tsx').then((module) => ({ default: module.SearchDialog })))
const Scan = lazy(() => import('./scan/scan-dialog.tsx').then((module) => ({ default: module.ScanDialog })))

const NewRecord = lazy(() => import('./new-record.tsx').then((module) => ({ default: module.NewRecord })))
const Exports = lazy(() => import('../kit/sheets/export-panel.tsx').then((module) => ({ default: module.ExportPanel })))

/** Search, scanner and the form of a record to point at, which any screen may ask for, and the exports that go on from screen to screen. */
export function Overlays() {
  const overlay = useAtomValue(overlayAtom)
  const adding = useAtomValue(newRecordAtom) !== null
  const exporting = useAtomValue(exportsAtom).length > 0
  const [lost, setLost] = useState(0)
  const onLost = () => {
    closeOverlay()
    newRecordDone()
    setLost(lost + 1)
  }
  return (
    // What breaks here is said; the page below it stays.
    <ScreenBoundary key={`${overlay} ${lost}`} beside onLost={onLost}>
      {overlay === 'search' && <Search />}
      {overlay === 'scan' && <Scan />}
      {exporting && <Exports />}
      {adding && <NewRecord />}
    </ScreenBoundary>
  )
}
