import { createPortal } from 'react-dom'
import { useTranslation } from 'react-i18next'
import type { orderDetail } from '../../shared/endpoints/orders.ts'
import type { Order } from '../../shared/entities/order.ts'
import type { Data } from '../../shared/kit/endpoint.ts'
import { useFormat } from '../kit/i18n/use-format.ts'
import { useLineWords } from './line-words.ts'
import css from './receipt.module.css'

/** What the printer gets instead of the page; unseen on the screen. */
export function Receipt({ order, detail }: { order: Order; detail: Data<typeof orderDetail> }) {
  const { t } = useTranslation('orders')
  const format = useFormat()
  const { time_zone, lines, customer } = detail
  const line = useLineWords(time_zone)
  const facts = [
    ['number', order.number],
    ['site', order.site?.title],
    ['pile', `${order.pile?.title} · ${t('gun', { number: order.connector_number })}`],
    ['customer', customer?.name ?? customer?.account],
    ['time', [order.started_at, order.ended_at].flatMap((at) => (at ? [format.full(at, time_zone)] : [])).join(' – ')],
  ] as const
  return createPortal(
    <article className={css.receipt} aria-hidden="true">
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
          <tr>
            <td colSpan={4}>{t('bill.total')}</td>
            <td>{format.money(order.total_cents)}</td>
          </tr>
          <tr>
            <td colSpan={4}>{t('receipt.paid')}</td>
            <td>{format.money(order.paid_cents)}</td>
          </tr>
          {detail.shortfall_cents > 0 && (
            <tr>
              <td colSpan={4}>{t('receipt.due')}</td>
              <td>{format.money(detail.shortfall_cents)}</td>
            </tr>
          )}
        </tfoot>
      </table>
      <p>{t('receipt.printed', { at: format.full(new Date().toISOString(), time_zone) })}</p>
    </article>,
    document.body,
  )
}
