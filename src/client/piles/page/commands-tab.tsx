import { useMay } from '../../kit/session/can.tsx'
import { CommandList } from './command-list.tsx'
import { CommandPanel } from './command-panel.tsx'
import css from './commands-tab.module.css'
import { EngineerCall } from './engineer-call.tsx'
import { type PileView, pileOf } from './pile.ts'

/** What can be asked of a pile, and what became of what was asked. */
export function CommandsTab({ view }: { view: PileView }) {
  const may = useMay()
  const pile = pileOf(view)
  return (
    <div className={css.columns}>
      <div className={css.column}>
        <CommandPanel view={view} />
        {may('pile.call') && <EngineerCall pile={pile} />}
      </div>
      {may('command.list') && <CommandList pileId={pile.id} />}
    </div>
  )
}
