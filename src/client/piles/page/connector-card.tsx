import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { ConnectorNow } from '../../../shared/endpoints/piles.ts'
import { useFormat } from '../../kit/i18n/use-format.ts'
import { useRecordPath } from '../../kit/session/homes.ts'
import { ButtonLink } from '../../kit/ui/button.tsx'
import { Card } from '../../kit/ui/card.tsx'
import { Pill } from '../../kit/ui/pill.tsx'
import { ConnectorButtons } from '../connector-buttons.tsx'
import { occupiedSince } from '../connector-state.ts'
import { useConnectorWords } from '../connector-words.ts'
import css from './connector-card.module.css'
import { ConnectorCharts } from './connector-charts.tsx'
import { ConnectorFigures } from './connector-figures.tsx'
import { LastCommand } from './last-command.tsx'

/** Finished at 15:50 · ¥ 57.33 unpaid · occupied since 15:50. */
function Finished({ connector }: { connector: ConnectorNow }) {
  const { t } = useTranslation('piles')
  const format = useFormat()
  const { order } = connector
  const since = occupiedSince(connector)
  const facts = [
    order?.ended_at && t('finished_at', { at: format.moment(order.ended_at) }),
    order?.status === 'unpaid' && t('unpaid', { amount: format.money(order.total_cents) }),
    since && t('occupied_since', { at: format.moment(since) }),
  ].filter(Boolean)
  if (facts.length === 0) return null
  return <p className={css.note}>{facts.join(' · ')}</p>
}

function Fault({ connector }: { connector: ConnectorNow }) {
  const { t } = useTranslation('alarms')
  const { error_code, vendor_code, info } = connector
  if (!error_code || error_code === 'NoError') return null
  const parts = [
    t(`codes.${error_code}`, { defaultValue: error_code }),
    info,
    vendor_code && t('vendor_code', { code: vendor_code }),
  ]
  return <p className={css.fault}>{parts.filter(Boolean).join(' · ')}</p>
}

function Who({ connector }: { connector: ConnectorNow }) {
  const { t } = useTranslation('piles')
  const format = useFormat()
  const record = useRecordPath()
  const { order } = connector
  if (!order) return null
  const to = record('order', order.id)
  return (
    <p className={css.note}>
      {to ? (
        <Link className={css.link} to={to}>
          {t('order_number', { number: order.number })}
        </Link>
      ) : (
        t('order_number', { number: order.number })
      )}
      {order.customer && ` · ${order.customer}`}
      {order.balance_cents !== null &&
        order.ended_at === null &&
        ` · ${t('command.balance', { amount: format.money(order.balance_cents, { signed: true }) })}`}
    </p>
  )
}

/** One connector as it is now: state, figures, curves, and what can be done with it. */
export function ConnectorCard({ pileId, connector }: { pileId: number; connector: ConnectorNow }) {
  const { t } = useTranslation('piles')
  const words = useConnectorWords()
  const { order } = connector
  const orderPage = useRecordPath()('order', order?.id ?? 0)
  const running = order !== null && order.ended_at === null
  return (
    <Card
      title={t('gun', { number: connector.number })}
      aside={<Pill tone={words.tone(connector)}>{words.state(connector)}</Pill>}
    >
      <Fault connector={connector} />
      {order && !running && <Finished connector={connector} />}
      <Who connector={connector} />
      {running && <ConnectorFigures connector={connector} />}
      {running && <ConnectorCharts pileId={pileId} connector={connector} />}
      <LastCommand pileId={pileId} connectorNumber={connector.number} />
      <div className={css.actions}>
        <ConnectorButtons pileId={pileId} connector={connector} />
        {order && orderPage && <ButtonLink to={orderPage}>{t('order')}</ButtonLink>}
      </div>
    </Card>
  )
}
