import { useTranslation } from 'react-i18next'
import { type Customer, customer } from '../../shared/entities/customer.ts'
import type { Titled } from '../../shared/kit/entity.ts'
import { EMPTY } from '../kit/i18n/format.ts'
import { useFormat } from '../kit/i18n/use-format.ts'
import { EntityList } from '../kit/records/entity-list.tsx'
import { useCustomerActions } from './use-customer-actions.tsx'

/** The list's rows carry their cards. */
const cardsOf = (row: object) => (row as { cards?: Titled[] }).cards ?? []

/** Customers with their balance and cards. */
export function CustomerList() {
  const { t } = useTranslation('customers')
  const format = useFormat()
  const { actionsOf, dialog } = useCustomerActions()
  return (
    <>
      <EntityList
        entity={customer}
        rowActions={(row) => actionsOf(row as Customer)}
        extra={[
          {
            key: 'cards',
            label: t('cards'),
            after: 'phone',
            cell: (row) => format.list(cardsOf(row).map(({ title }) => title)) || EMPTY,
          },
        ]}
      />
      {dialog}
    </>
  )
}
