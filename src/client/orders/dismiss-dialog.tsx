import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { settleOrder } from '../../shared/endpoints/orders.ts'
import type { Order } from '../../shared/entities/order.ts'
import { DecisionDialog, Remark } from '../kit/ui/decision-dialog.tsx'
import { useDecision } from './use-decision.ts'

/** Settles an order of which too little is known at nothing. */
export function DismissDialog({ order, onClose }: { order: Order; onClose: () => void }) {
  const { t } = useTranslation('orders')
  const [remark, setRemark] = useState('')
  const dismissing = useDecision(settleOrder, { done: t('dismiss.done'), onDone: onClose })
  const missing = remark.trim() ? [] : ['remark']
  return (
    <DecisionDialog
      title={t('dismiss.title')}
      action={t('actions.dismiss')}
      danger
      busy={dismissing.busy}
      error={dismissing.elsewhere}
      onDecide={() => dismissing.send({ id: order.id, energy_wh: 0, remark }, missing)}
      onClose={onClose}
    >
      <p>{t('dismiss.text')}</p>
      <Remark
        label={t('dismiss.remark')}
        required
        error={dismissing.wrongOf('remark', missing)}
        value={remark}
        onChange={setRemark}
      />
    </DecisionDialog>
  )
}
