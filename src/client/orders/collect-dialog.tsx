import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { collectOrder } from '../../shared/endpoints/order-money.ts'
import type { Order } from '../../shared/entities/order.ts'
import { type Payment, payment } from '../../shared/entities/payment.ts'
import { useFormat } from '../kit/i18n/use-format.ts'
import { useWords } from '../kit/i18n/use-words.ts'
import { DecisionDialog, Remark } from '../kit/ui/decision-dialog.tsx'
import { AmountInput, isAmount } from './amount-input.tsx'
import { SlipInput } from './slip-input.tsx'
import { useDecision } from './use-decision.ts'
import { WayInput } from './way-input.tsx'

interface Props {
  order: Order
  shortfall: number
  onClose: () => void
}

/** Takes down what a customer paid for an unpaid order beside the balance. */
export function CollectDialog({ order, shortfall, onClose }: Props) {
  const { t } = useTranslation('orders')
  const format = useFormat()
  const words = useWords(payment)
  const [way, setWay] = useState<Payment['way']>('wechat')
  const [amount, setAmount] = useState<number | string | null>(shortfall)
  const [reference, setReference] = useState('')
  const [remark, setRemark] = useState('')
  const collecting = useDecision(collectOrder, {
    done: ({ shortfall_cents }) =>
      shortfall_cents > 0 ? t('collect.part', { amount: format.money(shortfall_cents) }) : t('collect.done'),
    onDone: onClose,
  })
  const missing = [...(isAmount(amount) ? [] : ['amount_cents']), ...(reference.trim() ? [] : ['reference'])]
  const body = { id: order.id, way, amount_cents: Number(amount), reference, remark: remark || null }
  return (
    <DecisionDialog
      title={t('collect.title')}
      action={collecting.question ? t('confirm_odd') : t('actions.collect')}
      busy={collecting.busy}
      error={collecting.elsewhere}
      onDecide={() => collecting.send(body, missing)}
      onClose={onClose}
    >
      <p>{t('collect.text', { amount: format.money(shortfall) })}</p>
      <WayInput
        entity={payment}
        ways={payment.fields.way.choices}
        value={way}
        onChange={setWay}
        error={collecting.wrongOf('way', [])}
      />
      <AmountInput
        label={words.label('amount_cents')}
        value={amount}
        onChange={setAmount}
        most={shortfall}
        error={collecting.wrongOf('amount_cents', missing)}
      />
      <SlipInput
        label={words.label('reference')}
        hint={t('collect.reference_hint')}
        error={collecting.wrongOf('reference', missing)}
        value={reference}
        onChange={setReference}
      />
      <Remark label={words.label('remark')} value={remark} onChange={setRemark} />
    </DecisionDialog>
  )
}
