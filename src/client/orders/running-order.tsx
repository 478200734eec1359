import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { isHeld } from '../../shared/domain/order-states.ts'
import type { Order } from '../../shared/entities/order.ts'
import { Card } from '../kit/ui/card.tsx'
import { Banner } from '../kit/ui/states.tsx'
import css from './order-page.module.css'
import type { OrderParts } from './parts.ts'

/** What goes on with an order that is not over, and what ends it. */
export function RunningOrder({ order, parts: { Stop, Ask } }: { order: Order; parts: OrderParts }) {
  const { t } = useTranslation('orders')
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
  return (
    <Card>
      <Suspense fallback={null}>
        <Stop orderId={order.id} pileId={order.pile_id} connectorNumber={order.connector_number} />
      </Suspense>
    </Card>
  )
}
