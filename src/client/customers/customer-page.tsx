import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { balanceRequest } from '../../shared/entities/balance-request.ts'
import { card } from '../../shared/entities/card.ts'
import { type Customer, customer } from '../../shared/entities/customer.ts'
import { ledgerEntry } from '../../shared/entities/ledger-entry.ts'
import { order } from '../../shared/entities/order.ts'
import { type Entity, permissionOf } from '../../shared/kit/entity.ts'
import { EntityPage } from '../kit/records/page/entity-page.tsx'
import { isArchived } from '../kit/records/page/restore.ts'
import { RecordList } from '../kit/records/record-list.tsx'
import { useMay } from '../kit/session/can.tsx'
import { useHome, useRecordPath } from '../kit/session/homes.ts'
import type { Action } from '../kit/ui/actions.tsx'
import { Tabs } from '../kit/ui/tabs.tsx'
import { BalanceCard } from './balance-card.tsx'
import css from './customers.module.css'
import { BalanceRequestList } from './requests/balance-request-list.tsx'
import { useCustomerActions } from './use-customer-actions.tsx'

type Face = 'cards' | 'ledger' | 'requests' | 'orders'
const FACES: Record<Face, Entity> = { cards: card, ledger: ledgerEntry, requests: balanceRequest, orders: order }

/** The customer's cards, movements of the balance and orders, as far as the person may see them. */
function Belongings({ id }: { id: number }) {
  const { t } = useTranslation('customers')
  const may = useMay()
  const recordPath = useRecordPath()
  const cards = useHome('card')
  const shown = (Object.keys(FACES) as Face[]).filter((face) => may(permissionOf(FACES[face], 'list')))
  const [chosen, setFace] = useState<Face>('cards')
  const face = shown.includes(chosen) ? chosen : shown[0]
  if (!face) return null
  const fixed = { customer_id: id }
  const give: Action = {
    key: 'give',
    label: t('add_card'),
    icon: 'plus',
    primary: true,
    to: `${cards}/create?customer_id=${id}`,
    permission: permissionOf(card, 'create'),
  }
  return (
    <Tabs
      label={t('tabs.title')}
      tabs={shown.map((key) => ({ key, label: t(`tabs.${key}`) }))}
      current={face}
      onChange={setFace}
    >
      <div className={css.panel}>
        {face === 'cards' && (
          <RecordList
            entity={card}
            fixed={fixed}
            without={['customer_id']}
            embedded
            open={(row) => recordPath('card', row.id)}
            empty={{ text: t('no_card'), icon: 'card', ...(cards && { action: give }) }}
          />
        )}
        {face === 'ledger' && (
          <RecordList
            entity={ledgerEntry}
            fixed={fixed}
            without={['customer_id']}
            embedded
            empty={{ text: t('no_ledger') }}
          />
        )}
        {face === 'requests' && <BalanceRequestList customer_id={id} nothing={t('second_person.none')} />}
        {face === 'orders' && (
          <RecordList
            entity={order}
            fixed={fixed}
            without={['customer_id']}
            embedded
            lean
            open={(row) => recordPath('order', row.id)}
            empty={{ text: t('no_order'), icon: 'receipt' }}
          />
        )}
      </div>
    </Tabs>
  )
}

/** A customer: who it is, the balance, and what belongs to it. */
export function CustomerPage({ id }: { id: number }) {
  const { actionsOf, dialog } = useCustomerActions()
  const own = (row: object) => actionsOf(row as Customer)
  return (
    <>
      <EntityPage
        entity={customer}
        id={id}
        actions={(row) => own(row).filter(({ key }) => key !== 'top_up')}
        above={(row) =>
          isArchived(row) ? null : (
            <BalanceCard customer={row as unknown as Customer} topUp={own(row).find(({ key }) => key === 'top_up')} />
          )
        }
        panels={() => <Belongings id={id} />}
      />
      {dialog}
    </>
  )
}
