import { useTranslation } from 'react-i18next'
import { Empty } from '../../kit/ui/states.tsx'
import { useWide } from '../../kit/ui/use-wide.ts'
import { busyFirst, guns } from '../connector-state.ts'
import { ConnectorCard } from './connector-card.tsx'
import { HowToConnect } from './how-to-connect.tsx'
import { hasConnected, type PileView, pileOf } from './pile.ts'
import css from './realtime-tab.module.css'

/** Every connector as it is now; for a pile that never connected, how to connect it. */
export function RealtimeTab({ view }: { view: PileView }) {
  const { t } = useTranslation('piles')
  const pile = pileOf(view)
  const wide = useWide()
  const connectors = wide ? guns(view.connectors) : busyFirst(guns(view.connectors))
  if (!hasConnected(pile)) return <HowToConnect pile={pile} />
  if (connectors.length === 0) return <Empty icon="plug" text={t('no_connectors')} />
  return (
    <div className={css.grid}>
      {connectors.map((connector) => (
        <ConnectorCard key={connector.number} pileId={pile.id} connector={connector} />
      ))}
    </div>
  )
}
