import { useTranslation } from 'react-i18next'
import { withdrawBalanceRequest } from '../../../shared/endpoints/customers.ts'
import type { BalanceRequest } from '../../../shared/entities/balance-request.ts'
import { useDecision } from '../../kit/api/use-decision.ts'
import { RemarkDialog } from '../../kit/ui/remark-dialog.tsx'
import { About, CHANGED } from './about.tsx'

/** Anyone who asked takes it back. */
export function WithdrawDialog({ request, onClose }: { request: BalanceRequest; onClose: () => void }) {
  const { t } = useTranslation('customers')
  const withdrawing = useDecision(withdrawBalanceRequest, {
    changes: CHANGED,
    done: t('second_person.withdrawn'),
    onDone: onClose,
  })
  return (
    <RemarkDialog
      title={t('second_person.withdraw_title', { number: request.number })}
      action={t('second_person.withdraw')}
      danger
      label={t('second_person.withdraw_reason')}
      required
      deciding={withdrawing}
      onSend={(remark, missing) => withdrawing.send({ id: request.id, remark }, missing)}
      onClose={onClose}
    >
      <About request={request} />
    </RemarkDialog>
  )
}
