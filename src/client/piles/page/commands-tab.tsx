import { Suspense } from 'react'
import { permissionTo } from '../../../shared/commands/declare.ts'
import { sendData } from '../../../shared/commands/send-data.ts'
import { uploadDiagnostics } from '../../../shared/commands/upload-diagnostics.ts'
import { useMay } from '../../kit/session/can.tsx'
import { lazy } from '../../kit/ui/lazy.ts'
import { Skeleton } from '../../kit/ui/states.tsx'
import { useMayAsk } from '../use-may-ask.ts'
import { CommandList } from './command-list.tsx'
import { CommandPanel } from './command-panel.tsx'
import css from './commands-tab.module.css'
import { isConnected, type PileView, pileOf } from './pile.ts'

const RawCall = lazy(() => import('../call/raw-call.tsx').then((module) => ({ default: module.RawCall })))
const DataCard = lazy(() => import('../call/data-card.tsx').then((module) => ({ default: module.DataCard })))
const DiagnosticsCard = lazy(() =>
  import('../diagnostics/diagnostics-card.tsx').then((module) => ({ default: module.DiagnosticsCard })),
)

/** What can be asked of a pile, and what became of what was asked. */
export function CommandsTab({ view }: { view: PileView }) {
  const may = useMay()
  const mayAsk = useMayAsk(view.commands)
  const pile = pileOf(view)
  return (
    <div className={css.columns}>
      <div className={css.column}>
        <CommandPanel view={view} />
        <Suspense fallback={<Skeleton height={240} />}>
          {mayAsk(sendData) && isConnected(pile) && <DataCard pileId={pile.id} />}
        </Suspense>
      </div>
      <div className={css.column}>
        {may('command.list') && <CommandList pileId={pile.id} />}
        <Suspense fallback={<Skeleton height={240} />}>
          {may(permissionTo(uploadDiagnostics)) && <DiagnosticsCard pileId={pile.id} />}
          {may('pile.call') && <RawCall pile={pile} />}
        </Suspense>
      </div>
    </div>
  )
}
