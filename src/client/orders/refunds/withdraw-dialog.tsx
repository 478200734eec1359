import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { withdrawRefund } from '../../../shared/endpoints/refunds.ts'
import type { Refund } from '../../../shared/entities/refund.ts'
import { DecisionDialog, Remark } from '../../kit/ui/decision-dialog.tsx'
import { useDecision } from '../use-decision.ts'
import { About } from './about.tsx'

/** Takes a request back, or gives up one that failed. */
export function WithdrawDialog({ refund, onClose }: { refund: Refund; onClose: () => void }) {
  const { t } = useTranslation('orders')
  const [remark, setRemark] = useState('')
  const withdrawing = useDecision(withdrawRefund, { done: t('refund.withdrawn'), onDone: onClose })
  const missing = remark.trim() ? [] : ['remark']
  return (
    <DecisionDialog
      title={t('refund.withdraw_title', { number: refund.number })}
      action={t('refund.withdraw')}
      danger
      busy={withdrawing.busy}
      error={withdrawing.elsewhere}
      onDecide={() => withdrawing.send({ id: refund.id, remark }, missing)}
      onClose={onClose}
    >
      <About refund={refund} />
      <Remark
        label={t('refund.withdraw_reason')}
        required
        error={withdrawing.wrongOf('remark', missing)}
        value={remark}
        onChange={setRemark}
      />
    </DecisionDialog>
  )
}
