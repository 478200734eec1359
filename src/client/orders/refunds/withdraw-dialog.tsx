import { useTranslation } from 'react-i18next'
import { withdrawRefund } from '../../../shared/endpoints/refunds.ts'
import type { Refund } from '../../../shared/entities/refund.ts'
import { RemarkDialog } from '../../kit/ui/remark-dialog.tsx'
import { useDecision } from '../use-decision.ts'
import { About } from './about.tsx'

/** Takes a request back, or gives up one that failed. */
export function WithdrawDialog({ refund, onClose }: { refund: Refund; onClose: () => void }) {
  const { t } = useTranslation('orders')
  const withdrawing = useDecision(withdrawRefund, { done: t('refund.withdrawn'), onDone: onClose })
  return (
    <RemarkDialog
      title={t('refund.withdraw_title', { number: refund.number })}
      action={t('refund.withdraw')}
      danger
      label={t('refund.withdraw_reason')}
      required
      deciding={withdrawing}
      onSend={(remark, missing) => withdrawing.send({ id: refund.id, remark }, missing)}
      onClose={onClose}
    >
      <About refund={refund} />
    </RemarkDialog>
  )
}
