import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { topUp } from '../../shared/endpoints/customers.ts'
import { type Customer, customer } from '../../shared/entities/customer.ts'
import { EntityList } from '../kit/records/entity-list.tsx'
import { TopUpDialog } from './top-up-dialog.tsx'

/** Customers, and topping up their balance. */
export function CustomerList() {
  const { t } = useTranslation('customers')
  const [paying, setPaying] = useState<Customer | null>(null)
  return (
    <>
      <EntityList
        entity={customer}
        rowActions={(row) => [
          {
            key: 'top_up',
            label: t('top_up'),
            icon: 'plus',
            permission: topUp.permission,
            onPress: () => setPaying(row),
          },
        ]}
      />
      {paying && <TopUpDialog customer={paying} onClose={() => setPaying(null)} />}
    </>
  )
}
