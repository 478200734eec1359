import { useTranslation } from 'react-i18next'
import { settleOrder } from '../../shared/endpoints/orders.ts'
import type { Order } from '../../shared/entities/order.ts'
import { RemarkDialog } from '../kit/ui/remark-dialog.tsx'
import { useDecision } from './use-decision.ts'

/** Settles an order of which too little is known at nothing. */
export function DismissDialog({ order, onClose }: { order: Order; onClose: () => void }) {
  const { t } = useTranslation('orders')
  const dismissing = useDecision(settleOrder, { done: t('dismiss.done'), onDone: onClose })
  return (
    <RemarkDialog
      title={t('dismiss.title')}
      action={t('actions.dismiss')}
      danger
      label={t('dismiss.remark')}
      required
      deciding={dismissing}
      onSend={(remark, missing) => dismissing.send({ id: order.id, energy_wh: 0, remark }, missing)}
      onClose={onClose}
    >
      <p>{t('dismiss.text')}</p>
    </RemarkDialog>
  )
}
