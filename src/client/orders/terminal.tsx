import { useTranslation } from 'react-i18next'
import type { TerminalState } from '../../shared/domain/settlement.ts'
import type { orderDetail } from '../../shared/endpoints/orders.ts'
import { type Settlement, settlement as settlementEntity } from '../../shared/entities/settlement.ts'
import type { Data } from '../../shared/kit/endpoint.ts'
import { StatusPill } from '../kit/fields/status-pill.tsx'
import { useFormat } from '../kit/i18n/use-format.ts'
import { Compared } from './compared.tsx'
import css from './money-card.module.css'

/** In these a person should look. */
const ODD: readonly TerminalState[] = ['more', 'less', 'canceled', 'not_collected']

function Line({ settlement, timeZone }: { settlement: Settlement; timeZone: string }) {
  const { t } = useTranslation('orders')
  const format = useFormat()
  const { amount_cents, reference, settled_at, receipt_number, receipt_url, info, company, vat_number } = settlement
  const facts = [
    reference,
    settled_at && format.moment(settled_at, timeZone),
    receipt_number && t('terminal.receipt', { number: receipt_number }),
  ]
  return (
    <li>
      <div className="row between">
        <b>{amount_cents !== null && format.money(amount_cents)}</b>
        <StatusPill entity={settlementEntity} value={settlement.status} />
      </div>
      <small>{facts.filter(Boolean).join(' · ')}</small>
      {info && <small>{info}</small>}
      {(company || vat_number) && <small>{[company, vat_number].filter(Boolean).join(' · ')}</small>}
      {receipt_url && <small>{receipt_url}</small>}
    </li>
  )
}

/** What the pile's terminal said of payments, beside what is billed. */
export function Terminal({ detail }: { detail: Data<typeof orderDetail> }) {
  const { t } = useTranslation('orders')
  const format = useFormat()
  const { terminal, time_zone } = detail
  const settlements = detail.settlements as unknown as Settlement[]
  if (!terminal) return null
  const { state, collected_cents, billed_cents } = terminal
  const money = {
    collected: format.money(collected_cents),
    billed: format.money(billed_cents),
    difference: format.money(Math.abs(collected_cents - billed_cents)),
  }
  return (
    <Compared title={t('terminal.title')} words={t(`terminal.${state}`, money)} odd={ODD.includes(state)}>
      <ul className={css.list}>
        {settlements.map((one) => (
          <Line key={one.id} settlement={one} timeZone={time_zone} />
        ))}
      </ul>
    </Compared>
  )
}
