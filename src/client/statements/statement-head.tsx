import { useTranslation } from 'react-i18next'
import type { Statement } from '../../shared/endpoints/statements.ts'
import { useFormat } from '../kit/i18n/use-format.ts'
import { Banner } from '../kit/ui/states.tsx'
import css from './statement.module.css'

/** Whose statement it is, of when, and by whom. */
export function StatementHead({ statement }: { statement: Statement }) {
  const { t } = useTranslation('statements')
  const format = useFormat()
  const { party, issuer, from, to, made_at } = statement
  return (
    <header className={css.head}>
      <div>
        <h2>{party.name}</h2>
        {[party.address, party.contact].filter(Boolean).map((line) => (
          <div key={line}>{line}</div>
        ))}
      </div>
      <dl>
        <div>
          <dt>{t('month')}</dt>
          <dd>
            <b>{format.month(from)}</b>
          </dd>
        </div>
        <div>
          <dt>{t('issuer')}</dt>
          <dd>{issuer}</dd>
        </div>
        <div>
          <dt>{t('made_at')}</dt>
          <dd>{format.full(made_at)}</dd>
        </div>
      </dl>
      <small>{t('of_month', { from: format.day(from), to: format.day(to) })}</small>
    </header>
  )
}

/** What anyone who reads the figures has to know beside them. */
export function Remarks({ statement: { over, whole, total } }: { statement: Statement }) {
  const { t } = useTranslation('statements')
  const format = useFormat()
  const agrees = total.ledger_cents === total.customers_paid_cents
  const sums = {
    ledger: format.money(total.ledger_cents, { signed: true }),
    orders: format.money(total.customers_paid_cents, { signed: true }),
  }
  return (
    <div className={css.remarks}>
      {!over && <Banner tone="waiting">{t('not_over')}</Banner>}
      {!whole && <Banner tone="waiting">{t('part')}</Banner>}
      {total.unsettled > 0 && <Banner tone="waiting">{t('unsettled', { count: total.unsettled })}</Banner>}
      {agrees ? (
        <small>{t('ledger.agrees', { sum: sums.ledger })}</small>
      ) : (
        <Banner tone="faulted">{t('ledger.differs', sums)}</Banner>
      )}
    </div>
  )
}
