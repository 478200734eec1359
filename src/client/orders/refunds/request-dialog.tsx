import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { requestRefund } from '../../../shared/endpoints/refunds.ts'
import type { Order } from '../../../shared/entities/order.ts'
import { type Refund, refund } from '../../../shared/entities/refund.ts'
import { usePhrases } from '../../kit/dictionaries/use-phrases.ts'
import { useWords } from '../../kit/i18n/use-words.ts'
import { DecisionDialog, Remark } from '../../kit/ui/decision-dialog.tsx'
import { AmountInput, isAmount } from '../amount-input.tsx'
import { useDecision } from '../use-decision.ts'
import { WayInput } from '../way-input.tsx'

interface Props {
  order: Order
  /** Cents that may still be asked back. */
  refundable: number
  onClose: () => void
}

/** Asks that a part of what an order was paid goes back. */
export function RequestDialog({ order, refundable, onClose }: Props) {
  const { t } = useTranslation('orders')
  const words = useWords(refund)
  const ways = refund.fields.way.choices.filter((way) => way !== 'balance' || order.customer_id !== null)
  const [way, setWay] = useState<Refund['way']>(ways[0] ?? 'balance')
  const [amount, setAmount] = useState<number | string | null>(refundable)
  const phrases = usePhrases(refund, 'reason')
  const [reason, setReason] = useState('')
  const asking = useDecision(requestRefund, { done: t('refund.asked'), onDone: onClose })
  const missing = [...(isAmount(amount) ? [] : ['amount_cents']), ...(reason.trim() ? [] : ['reason'])]
  return (
    <DecisionDialog
      title={t('refund.request_title')}
      action={t('refund.request')}
      busy={asking.busy}
      error={asking.elsewhere}
      onDecide={() => asking.send({ order_id: order.id, amount_cents: Number(amount), way, reason }, missing)}
      onClose={onClose}
    >
      <p>{t('refund.request_text')}</p>
      <AmountInput
        label={words.label('amount_cents')}
        value={amount}
        onChange={setAmount}
        most={refundable}
        error={asking.wrongOf('amount_cents', missing)}
      />
      <WayInput entity={refund} ways={ways} value={way} onChange={setWay} error={asking.wrongOf('way', [])} />
      <Remark
        label={words.label('reason')}
        required
        error={asking.wrongOf('reason', missing)}
        value={reason}
        onChange={setReason}
        phrases={phrases}
      />
    </DecisionDialog>
  )
}
