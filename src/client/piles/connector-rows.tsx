import { useTranslation } from 'react-i18next'
import { start } from '../../shared/commands/start.ts'
import { stop } from '../../shared/commands/stop.ts'
import { unlock } from '../../shared/commands/unlock.ts'
import type { ConnectorNow } from '../../shared/endpoints/piles.ts'
import { useFormat } from '../kit/i18n/use-format.ts'
import { Pill } from '../kit/ui/pill.tsx'
import { ConnectorButtons } from './connector-buttons.tsx'
import css from './connector-rows.module.css'
import { guns } from './connector-state.ts'
import { useConnectorWords } from './connector-words.ts'
import { useCostWords } from './session-words.ts'

/** What piles of every version can be asked for: a list does not know which one each speaks. */
const EVERYWHERE = [start, stop, unlock].map(({ name }) => name)

function Row({ pileId, connector }: { pileId: number; connector: ConnectorNow }) {
  const { t } = useTranslation('piles')
  const format = useFormat()
  const words = useConnectorWords()
  const cost = useCostWords()
  const { power_w, order } = connector
  const facts = [
    power_w !== null && format.power(power_w),
    order && order.ended_at === null && words.volts(connector),
    order && order.ended_at === null && words.amperes(connector),
    order && t('order_number', { number: order.number }),
    order && format.energy(order.energy_wh),
    order && cost(order),
  ]
  return (
    <li className={css.connector}>
      <div className="grow">
        <b>{t('connector', { number: connector.number })}</b>
        <small>{facts.filter(Boolean).join(' · ') || t('figures.none')}</small>
      </div>
      <Pill tone={words.tone(connector)}>{words.state(connector)}</Pill>
      <span className={css.buttons}>
        <ConnectorButtons pileId={pileId} connector={connector} commands={EVERYWHERE} short />
      </span>
    </li>
  )
}

/** A pile's connectors with their figures and what can be done with them. */
export function ConnectorRows({ pileId, connectors }: { pileId: number; connectors: ConnectorNow[] }) {
  const { t } = useTranslation('piles')
  const shown = guns(connectors)
  if (shown.length === 0) return <p className={css.none}>{t('no_connectors')}</p>
  return (
    <ul className={css.connectors}>
      {shown.map((connector) => (
        <Row key={connector.number} pileId={pileId} connector={connector} />
      ))}
    </ul>
  )
}
