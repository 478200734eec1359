import { useTranslation } from 'react-i18next'
import { payRefund } from '../../../shared/endpoints/refunds.ts'
import type { Refund } from '../../../shared/entities/refund.ts'
import { DecisionDialog } from '../../kit/ui/decision-dialog.tsx'
import { useDecision } from '../use-decision.ts'
import { About } from './about.tsx'

/** Pays to the balance at once, or says that the money is being sent. */
export function PayDialog({ refund, onClose }: { refund: Refund; onClose: () => void }) {
  const { t } = useTranslation('orders')
  const kind = refund.way === 'balance' ? 'balance' : 'other'
  const paying = useDecision(payRefund, { done: t(`refund.paid_${kind}`), onDone: onClose })
  return (
    <DecisionDialog
      title={t('refund.pay_title', { number: refund.number })}
      action={t(`refund.pay_${kind}`)}
      busy={paying.busy}
      error={paying.elsewhere}
      onDecide={() => paying.send({ id: refund.id }, [])}
      onClose={onClose}
    >
      <p>{t(`refund.pay_text_${kind}`)}</p>
      <About refund={refund} />
    </DecisionDialog>
  )
}
