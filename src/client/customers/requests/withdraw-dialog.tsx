import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { withdrawBalanceRequest } from '../../../shared/endpoints/customers.ts'
import type { BalanceRequest } from '../../../shared/entities/balance-request.ts'
import { useDecision } from '../../kit/api/use-decision.ts'
import { DecisionDialog, Remark } from '../../kit/ui/decision-dialog.tsx'
import { About, CHANGED } from './about.tsx'

/** Whoever asked takes it back. */
export function WithdrawDialog({ request, onClose }: { request: BalanceRequest; onClose: () => void }) {
  const { t } = useTranslation('customers')
  const [remark, setRemark] = useState('')
  const withdrawing = useDecision(withdrawBalanceRequest, {
    changes: CHANGED,
    done: t('second_person.withdrawn'),
    onDone: onClose,
  })
  const missing = remark.trim() ? [] : ['remark']
  return (
    <DecisionDialog
      title={t('second_person.withdraw_title', { number: request.number })}
      action={t('second_person.withdraw')}
      danger
      busy={withdrawing.busy}
      error={withdrawing.elsewhere}
      onDecide={() => withdrawing.send({ id: request.id, remark }, missing)}
      onClose={onClose}
    >
      <About request={request} />
      <Remark
        label={t('second_person.withdraw_reason')}
        required
        error={withdrawing.wrongOf('remark', missing)}
        value={remark}
        onChange={setRemark}
      />
    </DecisionDialog>
  )
}
