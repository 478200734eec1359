import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { orderDetail } from '../../shared/endpoints/orders.ts'
import { type Order, order as orderEntity } from '../../shared/entities/order.ts'
import type { Data } from '../../shared/kit/endpoint.ts'
import type { Titled } from '../../shared/kit/entity.ts'
import { RecordLink } from '../kit/fields/record-link.tsx'
import { EMPTY } from '../kit/i18n/format.ts'
import { useFormat } from '../kit/i18n/use-format.ts'
import { useWords } from '../kit/i18n/use-words.ts'
import { Card } from '../kit/ui/card.tsx'
import { Fact, Facts } from '../kit/ui/facts.tsx'
import { orderPath } from './order-path.ts'
import css from './parties.module.css'

/** Another order that this one came from, or went on in. */
function Other({ label, order }: { label: string; order: Titled | null }) {
  if (!order) return null
  return (
    <Fact label={label}>
      <Link className={css.link} to={orderPath(order.id)}>
        {order.title}
      </Link>
    </Fact>
  )
}

/** Where, who and how an order is paid. */
export function Parties({ order, detail }: { order: Order; detail: Data<typeof orderDetail> }) {
  const { t } = useTranslation('orders')
  const format = useFormat()
  const words = useWords(orderEntity)
  const { customer, card, shortfall_cents, time_zone } = detail
  const pile = `${order.pile?.title ?? EMPTY} · ${t('gun', { number: order.connector_number })}`
  const name = customer && [customer.name ?? customer.account, customer.phone].filter(Boolean).join(' · ')
  return (
    <Card title={t('page.parties')}>
      <Facts>
        <Fact label={words.label('site_id')}>
          <RecordLink entity="site" to={order.site} />
        </Fact>
        <Fact label={words.label('pile_id')}>
          <RecordLink entity="pile" to={order.pile}>
            {pile}
          </RecordLink>
        </Fact>
        {order.pile_type && <Fact label={words.label('pile_type_id')}>{order.pile_type.title}</Fact>}
        <Fact label={words.label('customer_id')}>
          <RecordLink entity="customer" to={order.customer}>
            {name}
          </RecordLink>
        </Fact>
        {customer && customer.balance_cents !== null && (
          <Fact label={t('page.balance')}>{format.money(customer.balance_cents, { signed: true })}</Fact>
        )}
        {customer?.masked && <Fact label={t('page.balance')}>{t('page.customer_of_others')}</Fact>}
        {order.refused_as && (
          <Fact label={words.label('refused_as')}>{words.choice('refused_as', order.refused_as)}</Fact>
        )}
        {order.refused_from && (
          <Fact label={words.label('refused_from')}>{format.full(order.refused_from, time_zone)}</Fact>
        )}
        {order.claimed_customer && (
          <Fact label={words.label('claimed_customer_id')}>
            <RecordLink entity="customer" to={order.claimed_customer} />
          </Fact>
        )}
        {order.reservation_id !== null && <Fact label={words.label('reservation_id')}>{order.reservation_id}</Fact>}
        {order.priority_since && (
          <Fact label={words.label('priority_since')}>
            {[format.full(order.priority_since, time_zone), order.priority_by].filter(Boolean).join(' · ')}
          </Fact>
        )}
        {card && (
          <Fact label={words.label('card_number')}>
            <RecordLink entity="card" to={{ id: card.id, title: card.number }} />
          </Fact>
        )}
        <Fact label={words.label('pay_type')}>{order.pay_type ? words.choice('pay_type', order.pay_type) : EMPTY}</Fact>
        <Fact label={words.label('paid_cents')}>{format.money(order.paid_cents)}</Fact>
        {order.refunded_cents > 0 && (
          <Fact label={words.label('refunded_cents')}>{format.money(order.refunded_cents)}</Fact>
        )}
        {shortfall_cents > 0 && (
          <Fact label={t('page.shortfall')}>
            <b className={css.short}>{format.money(shortfall_cents)}</b>
          </Fact>
        )}
        <Fact label={words.label('started_at')}>{format.full(order.started_at, time_zone)}</Fact>
        {order.ended_at && <Fact label={words.label('ended_at')}>{format.full(order.ended_at, time_zone)}</Fact>}
        {order.timed_by === 'server' && (
          <Fact label={words.label('timed_by')}>{words.choice('timed_by', order.timed_by)}</Fact>
        )}
        {order.stop_reason && (
          <Fact label={words.label('stop_reason')}>
            {t(`stop.${order.stop_reason}`, { defaultValue: order.stop_reason })}
          </Fact>
        )}
        {(order.missing_events ?? 0) > 0 && <Fact label={words.label('missing_events')}>{order.missing_events}</Fact>}
        <Other label={words.label('origin_id')} order={detail.origin} />
        <Other label={t('page.supplement')} order={detail.supplement} />
        {order.plate && <Fact label={words.label('plate')}>{order.plate}</Fact>}
        {order.remark && <Fact label={words.label('remark')}>{order.remark}</Fact>}
      </Facts>
    </Card>
  )
}
