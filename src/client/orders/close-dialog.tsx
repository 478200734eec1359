import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { closeOrder } from '../../shared/endpoints/orders.ts'
import type { Order } from '../../shared/entities/order.ts'
import { DecisionDialog, Remark } from '../kit/ui/decision-dialog.tsx'
import { useDecision } from './use-decision.ts'

/** Ends an order whose pile will not. */
export function CloseDialog({ order, onClose }: { order: Order; onClose: () => void }) {
  const { t } = useTranslation('orders')
  const [remark, setRemark] = useState('')
  const closing = useDecision(closeOrder, { done: t('close.done'), onDone: onClose })
  const ends = order.missing_events ? 'text_missing' : 'text_completed'
  const missing = remark.trim() ? [] : ['remark']
  return (
    <DecisionDialog
      title={t('close.title')}
      action={t('actions.close')}
      danger
      busy={closing.busy}
      error={closing.elsewhere}
      onDecide={() => closing.send({ id: order.id, remark }, missing)}
      onClose={onClose}
    >
      <p>{t(order.status === 'completed' ? `close.${ends}` : 'close.text')}</p>
      <Remark
        label={t('close.remark')}
        required
        error={closing.wrongOf('remark', missing)}
        value={remark}
        onChange={setRemark}
      />
    </DecisionDialog>
  )
}
