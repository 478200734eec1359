import { useTranslation } from 'react-i18next'
import { type Refund, refund } from '../../../shared/entities/refund.ts'
import { EntityPage } from '../../kit/records/page/entity-page.tsx'
import { orderPath } from '../order-path.ts'
import { ReviewedByOthers } from './reviewed-by-others.tsx'
import { useRefundActions } from './use-refund-actions.tsx'

/** One refund: all that is known of it, its next step, and the way to its order. */
export function RefundPage({ id }: { id: number }) {
  const { t } = useTranslation('orders')
  const { actionsOf, dialog } = useRefundActions()
  return (
    <>
      <EntityPage
        entity={refund}
        id={id}
        above={(row) => <ReviewedByOthers refund={row as unknown as Refund} />}
        actions={(row) => {
          const shown = row as unknown as Refund
          const order = {
            key: 'order',
            label: t('refund.order'),
            icon: 'receipt',
            to: orderPath(shown.order_id),
          } as const
          return [order, ...actionsOf(shown)]
        }}
      />
      {dialog}
    </>
  )
}
