import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { reset } from '../../shared/commands/reset.ts'
import { gunText } from '../../shared/domain/gun-number.ts'
import { type ConnectorNow, pileView } from '../../shared/endpoints/piles.ts'
import { useCall } from '../kit/api/queries.ts'
import { useMay } from '../kit/session/can.tsx'
import { useRecordPath } from '../kit/session/homes.ts'
import { Card } from '../kit/ui/card.tsx'
import { Icon } from '../kit/ui/icon.tsx'
import { Square } from '../kit/ui/pill.tsx'
import { Loaded, Skeleton } from '../kit/ui/states.tsx'
import { CommandLink } from './command-link.tsx'
import { ConnectorButtons } from './connector-buttons.tsx'
import { guns } from './connector-state.ts'
import { useConnectorWords } from './connector-words.ts'
import { isConnected, type PileView, pileOf } from './page/pile.ts'
import { PileState } from './page/pile-state.tsx'
import css from './pile-now.module.css'
import { useChargesEnded } from './use-charges-ended.ts'
import { useMayAsk } from './use-may-ask.ts'

function Gun({ connector }: { connector: ConnectorNow }) {
  const { t } = useTranslation('piles')
  const words = useConnectorWords()
  const tone = words.tone(connector)
  return (
    <li>
      <Square tone={tone} title={t('gun', { number: connector.number })}>
        {gunText(connector.number)}
      </Square>
      <span className="grow">
        <b>{words.state(connector)}</b>
        {connector.status_at && <small>{t('since', { for: words.passed(connector.status_at) })}</small>}
      </span>
    </li>
  )
}

/** Resets it after a question; the form stands on the pile's page, and the way back leads here. */
function Reset({ view }: { view: PileView }) {
  const mayAsk = useMayAsk(view.commands)
  const path = useRecordPath()('pile', pileOf(view).id)
  const charges = useChargesEnded()(view.connectors)
  if (!path || !mayAsk(reset)) return null
  return (
    <>
      <CommandLink path={path} command={reset} />
      {charges && (
        <p className={css.hint}>
          <Icon name="info" size={14} />
          {charges}
        </p>
      )}
    </>
  )
}

function Body({ view, connectorNumber }: { view: PileView; connectorNumber: number | null }) {
  const pile = pileOf(view)
  const shown = guns(view.connectors)
  const meant = shown.find(({ number }) => number === connectorNumber)
  return (
    <>
      <ul className={css.guns}>
        {shown.map((connector) => (
          <Gun key={connector.number} connector={connector} />
        ))}
      </ul>
      {isConnected(pile) && (
        <div className={css.buttons}>
          <Reset view={view} />
          {meant && (
            <ConnectorButtons named={shown.length > 1} pileId={pile.id} connector={meant} commands={view.commands} />
          )}
        </div>
      )}
    </>
  )
}

interface Props {
  pileId: number
  /** The gun that it is about; null or 0 for the pile. */
  connectorNumber: number | null
}

/** A pile as it is now, and what one does first when something is wrong with it: for the page of an alarm. */
export function PileNow({ pileId, connectorNumber }: Props) {
  const { t } = useTranslation('piles')
  const may = useMay()
  const query = useCall(
    pileView,
    { id: pileId },
    { entities: ['pile', 'alarm', 'maintenance'], only: { pile: [pileId] }, offline: true, enabled: may('pile.list') },
  )
  if (!may('pile.list')) return null
  const state = query.data && <PileState pile={pileOf(query.data)} />
  return (
    <Card title={t('pile_now')} aside={state}>
      <Suspense fallback={<Skeleton height={90} />}>
        <Loaded query={query} skeleton={<Skeleton height={90} />}>
          {(view) => <Body view={view} connectorNumber={connectorNumber} />}
        </Loaded>
      </Suspense>
    </Card>
  )
}
