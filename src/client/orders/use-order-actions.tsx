import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isHeld, isOpen } from '../../shared/domain/order-states.ts'
import { payOrder } from '../../shared/endpoints/orders.ts'
import type { Order } from '../../shared/entities/order.ts'
import { useSend } from '../kit/api/queries.ts'
import { useFormat } from '../kit/i18n/use-format.ts'
import type { Action } from '../kit/ui/actions.tsx'
import { toast } from '../kit/ui/toast.ts'
import { CloseDialog } from './close-dialog.tsx'
import { SettleDialog } from './settle-dialog.tsx'

/** What a person may do with an order in its state, and the dialog that is open for it. */
export function useOrderActions(order: Order) {
  const { t } = useTranslation('orders')
  const format = useFormat()
  const [open, setOpen] = useState<'settle' | 'close' | null>(null)
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

  const may = { permission: 'order.settle' }
  const held = isHeld(order)
  const actions: Action[] = [
    {
      key: 'receipt',
      label: t('actions.receipt'),
      icon: 'download' as const,
      onPress: () => print(),
      shown: order.status === 'paid' || order.status === 'unpaid',
    },
    {
      key: 'close',
      label: t('actions.close'),
      ...may,
      onPress: () => setOpen('close'),
      shown: isOpen(order.status) && !held,
    },
    {
      key: 'pay',
      label: t('actions.pay'),
      ...may,
      primary: true,
      busy: payment.isPending,
      onPress: pay,
      shown: order.status === 'unpaid',
    },
    { key: 'settle', label: t('actions.settle'), ...may, primary: true, onPress: () => setOpen('settle'), shown: held },
  ].filter(({ shown }) => shown)

  const shut = () => setOpen(null)
  const dialog =
    open === 'settle' ? (
      <SettleDialog order={order} onClose={shut} />
    ) : open === 'close' ? (
      <CloseDialog order={order} onClose={shut} />
    ) : null
  return { actions, dialog }
}
