import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { isHeld } from '../../shared/domain/order-states.ts'
import { useFormat } from '../kit/i18n/use-format.ts'
import { Card } from '../kit/ui/card.tsx'
import { Banner } from '../kit/ui/states.tsx'
import css from './order-page.module.css'
import type { OrderNow, OrderParts } from './parts.ts'

interface Props {
  order: OrderNow
  parts: OrderParts
  timeZone: string
}

/** What goes on with an order that is not over, and what ends it. */
export function RunningOrder({ order, parts: { Stop, Ask, Priority }, timeZone }: Props) {
  const { t } = useTranslation('orders')
  const format = useFormat()
  if (order.status === 'completed' && !isHeld(order)) {
    const waits = order.missing_events ? 'missing' : 'completed'
    return (
      <Banner tone="waiting" icon="info">
        <b>{t(`going_on.${waits}`)}</b> {t(`going_on.${waits}_text`)}
        {waits === 'missing' && (
          <Suspense fallback={null}>
            <div className={css.ask}>
              <Ask orderId={order.id} pileId={order.pile_id} />
            </div>
          </Suspense>
        )}
      </Banner>
    )
  }
  if (order.status !== 'generated') return null
  const place = { orderId: order.id, pileId: order.pile_id, connectorNumber: order.connector_number }
  const since = order.priority_since
  return (
    <Card>
      <Suspense fallback={null}>
        {order.takes_priority && (
          <div className={css.priority}>
            <Priority {...place} since={since && format.time(since, timeZone)} />
          </div>
        )}
        <Stop {...place} />
      </Suspense>
    </Card>
  )
}
