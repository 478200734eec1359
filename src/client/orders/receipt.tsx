import { useTranslation } from 'react-i18next'
import type { orderDetail } from '../../shared/endpoints/orders.ts'
import type { Order } from '../../shared/entities/order.ts'
import type { Refund } from '../../shared/entities/refund.ts'
import type { Data } from '../../shared/kit/endpoint.ts'
import { useFormat } from '../kit/i18n/use-format.ts'
import { PrintCopy } from '../kit/ui/print-copy.tsx'
import { useLineWords } from './line-words.ts'
import css from './receipt.module.css'

interface Props {
  order: Order
  detail: Data<typeof orderDetail>
}

function Lines({ order, detail: { lines, time_zone, shortfall_cents, refunds } }: Props) {
  const { t } = useTranslation('orders')
  const format = useFormat()
  const line = useLineWords(time_zone)
  const sums = [
    [t('bill.total'), order.total_cents],
    [t('receipt.paid'), order.paid_cents],
    ...(refunds as unknown as Refund[])
      .filter(({ status }) => status === 'refunded')
      .map(({ number, amount_cents }) => [t('receipt.refund', { number }), -amount_cents] as const),
    ...(shortfall_cents > 0 ? [[t('receipt.due'), shortfall_cents] as const] : []),
  ] as const
  return (
    <table>
      <tbody>
        {lines.map(line).map((words) => (
          <tr key={words.key}>
            <td>{words.name}</td>
            <td>{words.span}</td>
            <td>{words.quantity}</td>
            <td>{[words.fee, words.service].filter(Boolean).join(' + ')}</td>
            <td>{words.amount}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        {sums.map(([name, cents]) => (
          <tr key={name}>
            <td colSpan={4}>{name}</td>
            <td>{format.money(cents, { signed: true })}</td>
          </tr>
        ))}
      </tfoot>
    </table>
  )
}

/** What the printer gets instead of the page; unseen on the screen. */
export function Receipt({ order, detail }: Props) {
  const { t } = useTranslation('orders')
  const format = useFormat()
  const { time_zone, customer } = detail
  const moments = [order.started_at, order.ended_at].flatMap((at) => (at ? [format.full(at, time_zone)] : []))
  const facts = [
    ['number', order.number],
    ['site', order.site?.title],
    ['pile', `${order.pile.title} · ${t('gun', { number: order.connector_number })}`],
    ['customer', customer?.name ?? customer?.account],
    ['time', moments.join(' – ')],
  ] as const
  return (
    <PrintCopy className={css.receipt}>
      <article>
        <h1>{t('receipt.title')}</h1>
        <dl>
          {facts.map(
            ([name, value]) =>
              value && (
                <div key={name}>
                  <dt>{t(`receipt.${name}`)}</dt>
                  <dd>{value}</dd>
                </div>
              ),
          )}
        </dl>
        <Lines order={order} detail={detail} />
        <p>{t('receipt.printed', { at: format.full(new Date().toISOString(), time_zone) })}</p>
      </article>
    </PrintCopy>
  )
}
