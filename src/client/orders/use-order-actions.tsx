import { type ReactNode, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isHeld, isOpen } from '../../shared/domain/order-states.ts'
import { type orderDetail, payOrder } from '../../shared/endpoints/orders.ts'
import type { Order } from '../../shared/entities/order.ts'
import type { Data } from '../../shared/kit/endpoint.ts'
import { useSend } from '../kit/api/queries.ts'
import { useFormat } from '../kit/i18n/use-format.ts'
import type { Action } from '../kit/ui/actions.tsx'
import type { IconName } from '../kit/ui/icon.tsx'
import { toast } from '../kit/ui/toast.ts'
import { CloseDialog } from './close-dialog.tsx'
import { CollectDialog } from './collect-dialog.tsx'
import { DecideDialog } from './decide-dialog.tsx'
import { DismissDialog } from './dismiss-dialog.tsx'
import { RequestDialog } from './refunds/request-dialog.tsx'
import { SettleDialog } from './settle-dialog.tsx'
import { SupplementDialog } from './supplement-dialog.tsx'

type Opened = 'settle' | 'dismiss' | 'decide' | 'close' | 'collect' | 'supplement' | 'refund'

function usePayAgain(order: Order) {
  const { t } = useTranslation('orders')
  const format = useFormat()
  const payment = useSend(payOrder, ['order', 'customer', 'ledger_entry'])
  const pay = () =>
    payment.mutate(
      { id: order.id },
      {
        onSuccess: ({ shortfall_cents }) =>
          shortfall_cents > 0
            ? toast(t('pay.short', { amount: format.money(shortfall_cents) }), { tone: 'error' })
            : toast(t('pay.paid'), { tone: 'success' }),
        onError: (error) => toast(error.message, { tone: 'error' }),
      },
    )
  return { pay, busy: payment.isPending }
}

/** What a person may do with an order in its state, and the dialog that is open for it. */
export function useOrderActions(order: Order, detail: Data<typeof orderDetail>) {
  const { t } = useTranslation('orders')
  const [open, setOpen] = useState<Opened | null>(null)
  const { pay, busy } = usePayAgain(order)
  const { shortfall_cents: shortfall, refundable_cents: refundable } = detail
  const held = isHeld(order)
  const isUnpaid = order.status === 'unpaid'
  const action = (key: string, shown: boolean, more: Partial<Action>) =>
    shown ? [{ key, label: t(`actions.${key}`), ...more }] : []
  const opening = (dialog: Opened, icon: IconName, permission: string): Partial<Action> => ({
    permission,
    icon,
    onPress: () => setOpen(dialog),
  })
  const actions: Action[] = [
    ...action('receipt', !isOpen(order.status), { icon: 'download', onPress: () => print() }),
    ...action('refund', refundable > 0, opening('refund', 'refund', 'refund.request')),
    ...action('close', isOpen(order.status) && !held, opening('close', 'stop', 'order.settle')),
    ...action(
      'supplement',
      isUnpaid && order.type !== 'supplement',
      opening('supplement', 'document', 'order.supplement'),
    ),
    ...action('pay', isUnpaid && order.customer_id !== null && !order.customer?.masked, {
      icon: 'refresh',
      permission: 'order.settle',
      busy,
      onPress: pay,
    }),
    ...action('collect', isUnpaid, { primary: true, ...opening('collect', 'card', 'order.collect') }),
    ...action('decide', detail.unauthorized !== null, {
      primary: true,
      ...opening('decide', 'check', 'order.settle'),
    }),
    ...action(
      'dismiss',
      order.abnormal === 'events_missing' && held && !order.refused_as,
      opening('dismiss', 'close', 'order.settle'),
    ),
    ...action('settle', held && !order.refused_as, { primary: true, ...opening('settle', 'check', 'order.settle') }),
  ]
  const shut = () => setOpen(null)
  const dialogs: Record<Opened, ReactNode> = {
    dismiss: <DismissDialog order={order} onClose={shut} />,
    settle: <SettleDialog order={order} onClose={shut} />,
    decide: detail.unauthorized && <DecideDialog order={order} facts={detail.unauthorized} onClose={shut} />,
    close: <CloseDialog order={order} onClose={shut} />,
    collect: <CollectDialog order={order} shortfall={shortfall} onClose={shut} />,
    supplement: <SupplementDialog order={order} shortfall={shortfall} onClose={shut} />,
    refund: <RequestDialog order={order} refundable={refundable} onClose={shut} />,
  }
  return { actions, dialog: open && <Suspense fallback={null}>{dialogs[open]}</Suspense> }
}
