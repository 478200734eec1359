import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { ConnectorNow, EndedSession } from '../../../shared/endpoints/piles.ts'
import { useFormat } from '../../kit/i18n/use-format.ts'
import { useRecordPath } from '../../kit/session/homes.ts'
import { ButtonLink } from '../../kit/ui/button.tsx'
import { Card } from '../../kit/ui/card.tsx'
import { Pill } from '../../kit/ui/pill.tsx'
import { ConnectorButtons } from '../connector-buttons.tsx'
import { occupiedSince } from '../connector-state.ts'
import { useConnectorWords } from '../connector-words.ts'
import type { PileParts } from '../parts.ts'
import { useCostWords } from '../session-words.ts'
import css from './connector-card.module.css'
import { ConnectorCharts } from './connector-charts.tsx'
import { ConnectorFigures } from './connector-figures.tsx'
import { LastCommand } from './last-command.tsx'

type Session = NonNullable<ConnectorNow['order']> | EndedSession

/** Ended at 15:50 · 12.40 kWh · ¥ 57.33 unpaid · occupied since 15:50. It stays until the next session begins. */
function Ended({ connector, session }: { connector: ConnectorNow; session: Session }) {
  const { t } = useTranslation('piles')
  const format = useFormat()
  const cost = useCostWords()
  const since = occupiedSince(connector)
  const facts = [
    session.ended_at && t('finished_at', { at: format.moment(session.ended_at) }),
    format.energy(session.energy_wh),
    cost(session),
    since && t('occupied_since', { at: format.moment(since) }),
  ]
  return <p className={css.note}>{facts.filter(Boolean).join(' · ')}</p>
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

/** Order 26, which opens for anyone who may see it, and whose it is. */
function Who({ session: { id, number }, now }: { session: Session; now: ConnectorNow['order'] }) {
  const { t } = useTranslation('piles')
  const format = useFormat()
  const to = useRecordPath()('order', id)
  return (
    <p className={css.note}>
      {to ? (
        <Link className={css.link} to={to}>
          {t('order_number', { number })}
        </Link>
      ) : (
        t('order_number', { number })
      )}
      {now?.customer && ` · ${now.customer}`}
      {now &&
        now.balance_cents !== null &&
        now.ended_at === null &&
        ` · ${t('command.balance', { amount: format.money(now.balance_cents, { signed: true }) })}`}
    </p>
  )
}

interface Props extends Pick<PileParts, 'Reserved'> {
  pileId: number
  /** What the pile can be asked for in the version that it speaks. */
  commands: readonly string[]
  connector: ConnectorNow
  /** The session that ended here last. */
  ended?: EndedSession | undefined
}

/** One connector as it is now: state, figures, curves, and what can be done with it. */
export function ConnectorCard({ pileId, commands, connector, ended, Reserved }: Props) {
  const { t } = useTranslation('piles')
  const words = useConnectorWords()
  const { order } = connector
  const session = order ?? ended
  const orderPage = useRecordPath()('order', session?.id ?? 0)
  const running = order !== null && order.ended_at === null
  return (
    <Card
      title={t('gun', { number: connector.number })}
      aside={<Pill tone={words.tone(connector)}>{words.state(connector)}</Pill>}
    >
      <Fault connector={connector} />
      {connector.status === 'Reserved' && <Reserved pileId={pileId} connectorNumber={connector.number} />}
      {session && !running && <Ended connector={connector} session={session} />}
      {session && <Who session={session} now={order} />}
      {running && <ConnectorFigures connector={connector} />}
      {running && <ConnectorCharts pileId={pileId} connector={connector} />}
      <LastCommand pileId={pileId} connectorNumber={connector.number} />
      <div className={css.actions}>
        <ConnectorButtons pileId={pileId} connector={connector} commands={commands} />
        {session && orderPage && <ButtonLink to={orderPage}>{t('order')}</ButtonLink>}
      </div>
    </Card>
  )
}
