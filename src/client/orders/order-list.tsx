import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { permissionTo } from '../../shared/commands/declare.ts'
import { priority } from '../../shared/commands/priority.ts'
import { isHeld } from '../../shared/domain/order-states.ts'
import { command as commandEntity } from '../../shared/entities/command.ts'
import { type Order, order as orderEntity } from '../../shared/entities/order.ts'
import type { Page } from '../../shared/kit/endpoint.ts'
import { useTones } from '../kit/dictionaries/use-choices.ts'
import { StatusPill } from '../kit/fields/status-pill.tsx'
import { Ago } from '../kit/i18n/ago.tsx'
import { useFormat } from '../kit/i18n/use-format.ts'
import { useWords } from '../kit/i18n/use-words.ts'
import { RecordList } from '../kit/records/record-list.tsx'
import type { Action } from '../kit/ui/actions.tsx'
import { Pill } from '../kit/ui/pill.tsx'
import { useWide } from '../kit/ui/use-wide.ts'
import { orderListPath, orderPath } from './order-path.ts'
import { Sums } from './order-sums.tsx'
import type { OrderNow, OrderParts } from './parts.ts'

const PRIORITY = permissionTo(priority)

function Status({ order }: { order: Order }) {
  const { t } = useTranslation('orders')
  const words = useWords(orderEntity)
  const toneOf = useTones(orderEntity, 'abnormal')
  if (isHeld(order)) return <Pill tone={toneOf(order.abnormal ?? '')}>{words.label('abnormal')}</Pill>
  const pill = <StatusPill entity={orderEntity} value={order.status} />
  if (order.status !== 'generated' || !order.priority_since) return pill
  return (
    <span className="row">
      {pill}
      <Pill tone="reserved">{t('priority')}</Pill>
    </span>
  )
}

function Total({ order }: { order: Order }) {
  const { t } = useTranslation('orders')
  const format = useFormat()
  return isHeld(order) ? t('held') : format.money(order.total_cents)
}

/** Energy, or on a phone's card why a person has to look. */
function Energy({ order, wide }: { order: Order; wide: boolean }) {
  const format = useFormat()
  const words = useWords(orderEntity)
  if (!wide && isHeld(order) && order.abnormal) return words.choice('abnormal', order.abnormal)
  return format.energy(order.energy_wh)
}

interface Props {
  /** The orders of one pile, as a part of its page. */
  pileId?: number
}

/** What can be done with an order in its row. */
function useRowActions() {
  const words = useWords(commandEntity)
  const [asking, setAsking] = useState<OrderNow | null>(null)
  const actionsOf = (row: Order): Action[] => {
    const order = row as OrderNow
    if (!order.takes_priority) return []
    const label = words.choice('turn', order.priority_since === null ? 'on' : 'off')
    return [{ key: 'priority', label, icon: 'bolt', permission: PRIORITY, onPress: () => setAsking(order) }]
  }
  return { actionsOf, asking, close: () => setAsking(null) }
}

/** Every session and its bill; the sums hold for all that match, not for the page alone. */
function OrderList({ pileId, parts: { PriorityDialog } }: Props & { parts: OrderParts }) {
  const { t } = useTranslation('orders')
  const wide = useWide()
  const { actionsOf, asking, close } = useRowActions()
  const enter: Action = {
    key: 'create',
    label: t('actions.create'),
    icon: 'plus',
    to: `${orderListPath}/create`,
    permission: 'order.create',
  }
  const place = (order: Order) => `${order.pile.title} · ${t('gun', { number: order.connector_number })}`
  return (
    <>
      <RecordList
        entity={orderEntity}
        title={t('title')}
        chips="status"
        filters={['site_id']}
        lean
        back="/me"
        without={['connector_number']}
        caption={(page: Page<Order>) => <Sums page={page} />}
        open={(order) => orderPath(order.id)}
        actions={[enter]}
        rowActions={actionsOf}
        cells={{
          status: (order) => <Status order={order} />,
          pile_id: place,
          energy_wh: (order) => <Energy order={order} wide={wide} />,
          total_cents: (order) => <Total order={order} />,
          started_at: (order) => <Ago at={order.started_at} />,
        }}
        {...(pileId !== undefined && { embedded: true, fixed: { pile_id: [pileId] } })}
      />
      {asking && (
        <Suspense fallback={null}>
          <PriorityDialog order={asking} onClose={close} />
        </Suspense>
      )}
    </>
  )
}

export const orderList = (parts: OrderParts) => (props: Props) => <OrderList {...props} parts={parts} />
