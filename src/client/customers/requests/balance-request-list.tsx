import { type BalanceRequest, balanceRequest } from '../../../shared/entities/balance-request.ts'
import { useFormat } from '../../kit/i18n/use-format.ts'
import { RecordList } from '../../kit/records/record-list.tsx'
import { useHome } from '../../kit/session/homes.ts'
import { footOf } from '../../kit/ui/actions.tsx'
import { useWide } from '../../kit/ui/use-wide.ts'
import { useRequestActions } from './use-request-actions.tsx'

interface Props {
  /** Of one customer, among what belongs to them. */
  customer_id?: number
  /** What is said where there is none. */
  nothing?: string
}

/** What waits for a second person and what became of it, with what is to be done with each. */
export function BalanceRequestList({ customer_id, nothing }: Props) {
  const wide = useWide()
  const format = useFormat()
  const home = useHome('balance_request')
  const { actionsOf, dialog } = useRequestActions()
  const ofOne = customer_id !== undefined && {
    fixed: { customer_id },
    without: ['customer_id'],
    embedded: true,
    ...(nothing && { empty: { text: nothing } }),
  }
  return (
    <>
      <RecordList
        entity={balanceRequest}
        chips="status"
        back="/me"
        {...ofOne}
        {...(home && { open: (row: BalanceRequest) => `${home}/${row.id}` })}
        cells={{ amount_cents: (row) => format.money(row.amount_cents, { signed: true }) }}
        {...(wide ? { rowActions: actionsOf } : { cardFoot: (row: BalanceRequest) => footOf(actionsOf(row)) })}
      />
      {dialog}
    </>
  )
}
