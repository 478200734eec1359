import { useTranslation } from 'react-i18next'
import { type BalanceRequest, balanceRequest } from '../../../shared/entities/balance-request.ts'
import { EntityPage } from '../../kit/records/page/entity-page.tsx'
import { useRecordPath } from '../../kit/session/homes.ts'
import type { Action } from '../../kit/ui/actions.tsx'
import { BottomActions } from '../../kit/ui/bottom-actions.tsx'
import { useWide } from '../../kit/ui/use-wide.ts'
import { useRequestActions } from './use-request-actions.tsx'

/** One request: all that is known of it, the decision, and the way to its customer. */
export function BalanceRequestPage({ id }: { id: number }) {
  const { t } = useTranslation('customers')
  const recordPath = useRecordPath()
  const wide = useWide()
  const { actionsOf, dialog } = useRequestActions()
  const customer = ({ customer_id }: BalanceRequest): Action[] => {
    const to = recordPath('customer', customer_id)
    return to ? [{ key: 'customer', label: t('second_person.customer'), icon: 'people', to }] : []
  }
  const actions = (row: object) => [...customer(row as BalanceRequest), ...actionsOf(row as BalanceRequest)]
  return (
    <>
      <EntityPage
        entity={balanceRequest}
        id={id}
        actions={(row) => (wide ? actions(row) : [])}
        panels={(row) => !wide && <BottomActions actions={actions(row)} />}
      />
      {dialog}
    </>
  )
}
