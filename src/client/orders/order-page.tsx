import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { orderDetail } from '../../shared/endpoints/orders.ts'
import { type Order, order as orderEntity } from '../../shared/entities/order.ts'
import type { Data } from '../../shared/kit/endpoint.ts'
import { useCall } from '../kit/api/queries.ts'
import { useTones } from '../kit/dictionaries/use-choices.ts'
import { StatusPill } from '../kit/fields/status-pill.tsx'
import { useWords } from '../kit/i18n/use-words.ts'
import { RecordHistory } from '../kit/records/page/record-history.tsx'
import { BottomActions } from '../kit/ui/bottom-actions.tsx'
import { Card } from '../kit/ui/card.tsx'
import { Page } from '../kit/ui/page.tsx'
import { Pill } from '../kit/ui/pill.tsx'
import { Banner, Loaded, Skeleton } from '../kit/ui/states.tsx'
import { useWide } from '../kit/ui/use-wide.ts'
import { useListed } from '../offline/use-listed.tsx'
import { Bill } from './bill.tsx'
import { EnergyCard } from './energy-card.tsx'
import { MoneyCard } from './money-card.tsx'
import { OrderHistory } from './order-history.tsx'
import css from './order-page.module.css'
import { orderListPath } from './order-path.ts'
import { Parties } from './parties.tsx'
import type { OrderNow, OrderParts } from './parts.ts'
import { PileCost } from './pile-cost.tsx'
import { Receipt } from './receipt.tsx'
import { RunningOrder } from './running-order.tsx'
import { Terminal } from './terminal.tsx'
import { useOrderActions } from './use-order-actions.tsx'

function States({ order }: { order: Order }) {
  const { t } = useTranslation('orders')
  const words = useWords(orderEntity)
  const toneOf = useTones(orderEntity, 'abnormal')
  return (
    <span className="row wraps">
      <StatusPill entity={orderEntity} value={order.status} />
      {order.status === 'generated' && order.priority_since && <Pill tone="reserved">{t('priority')}</Pill>}
      {order.abnormal && <Pill tone={toneOf(order.abnormal)}>{words.label('abnormal')}</Pill>}
      {order.refund_status && <StatusPill entity={orderEntity} name="refund_status" value={order.refund_status} />}
    </span>
  )
}

function Shown({ detail, parts }: { detail: Data<typeof orderDetail>; parts: OrderParts }) {
  const { t } = useTranslation('orders')
  const words = useWords(orderEntity)
  const wide = useWide()
  const order = detail.order as unknown as OrderNow
  const { actions, dialog } = useOrderActions(order, detail)
  const caption = [
    words.choice('type', order.type),
    order.card_number && t('page.card', { number: order.card_number }),
    order.plate,
  ]
  return (
    <Page
      title={t('page.title', { number: order.number })}
      badge={<States order={order} />}
      caption={caption.filter(Boolean).join(' · ')}
      actions={wide ? actions : []}
      back={orderListPath}
    >
      {order.refused_as && order.status === 'generated' && (
        <Banner tone="faulted" icon="warning">
          <b>{t('halted.title')}</b> {t('halted.text')}
        </Banner>
      )}
      {order.abnormal && order.status === 'completed' && (
        <Banner tone="faulted" icon="warning">
          <b>{t('abnormal.title')}</b> {t(`abnormal.${order.abnormal}`)}
        </Banner>
      )}
      <RunningOrder order={order} parts={parts} timeZone={detail.time_zone} />
      <div className={css.columns}>
        <div className={css.column}>
          {order.type !== 'supplement' && <EnergyCard order={order} detail={detail} />}
          <Bill order={order} lines={detail.lines} timeZone={detail.time_zone} told={detail.cost_told} />
          <PileCost cost={detail.pile_cost} />
          <Terminal detail={detail} />
          <MoneyCard detail={detail} />
        </div>
        <div className={css.column}>
          <Parties order={order} detail={detail} />
          <OrderHistory events={detail.events} timeZone={detail.time_zone} />
        </div>
      </div>
      <RecordHistory entity={orderEntity} id={order.id} />
      {!wide && <BottomActions actions={actions} />}
      {dialog}
      <Receipt order={order} detail={detail} />
    </Page>
  )
}

/** One session and its bill. */
export function OrderPage({ id, parts }: { id: number; parts: OrderParts }) {
  const { t } = useTranslation('orders')
  const query = useCall(
    orderDetail,
    { id },
    { entities: ['order', 'customer'], only: { order: [id] }, everyMs: 1_000, offline: true },
  )
  const listed = useListed(orderEntity, id, query)
  if (listed) return listed
  const framed = (shown: ReactNode) => (
    <Page title={t('page.title', { number: '…' })} back={orderListPath}>
      {shown}
    </Page>
  )
  const skeleton = framed(
    <Card>
      <Skeleton height={300} />
    </Card>,
  )
  return (
    <Loaded query={query} skeleton={skeleton} framed={framed}>
      {(detail) => <Shown detail={detail} parts={parts} />}
    </Loaded>
  )
}
