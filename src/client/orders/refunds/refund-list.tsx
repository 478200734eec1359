import { type Refund, refund } from '../../../shared/entities/refund.ts'
import { useFormat } from '../../kit/i18n/use-format.ts'
import { RecordList } from '../../kit/records/record-list.tsx'
import { footOf } from '../../kit/ui/actions.tsx'
import { useWide } from '../../kit/ui/use-wide.ts'
import { orderPath } from '../order-path.ts'
import { useRefundActions } from './use-refund-actions.tsx'

/** Refunds and what is to be done with each next; a row opens its order. */
export function RefundList() {
  const wide = useWide()
  const format = useFormat()
  const { actionsOf, dialog } = useRefundActions()
  return (
    <>
      <RecordList
        entity={refund}
        chips="status"
        filters={['site_id']}
        lean
        back="/me"
        open={(row) => orderPath(row.order_id)}
        cells={{ amount_cents: (row) => format.money(row.amount_cents) }}
        {...(wide ? { rowActions: actionsOf } : { cardFoot: (row: Refund) => footOf(actionsOf(row)) })}
      />
      {dialog}
    </>
  )
}
