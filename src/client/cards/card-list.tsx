import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Card, card as cardEntity } from '../../shared/entities/card.ts'
import { permissionOf } from '../../shared/kit/entity.ts'
import { EntityList } from '../kit/records/entity-list.tsx'
import { lazy } from '../kit/ui/lazy.ts'
import { useCardActions } from './use-card-actions.tsx'

const AddCardsDialog = lazy(() =>
  import('./add-cards-dialog.tsx').then((module) => ({ default: module.AddCardsDialog })),
)

/** The cards: given, taken back, blocked; and taken in by the row. */
export function CardList() {
  const { t } = useTranslation('cards')
  const { actionsOf, dialog } = useCardActions()
  const [adding, setAdding] = useState(false)
  return (
    <>
      <EntityList
        entity={cardEntity}
        filters={['customer_id']}
        actions={[
          {
            key: 'add_many',
            label: t('add_many.action'),
            icon: 'list',
            permission: permissionOf(cardEntity, 'create'),
            onPress: () => setAdding(true),
          },
        ]}
        rowActions={(row) => actionsOf(row as Card)}
      />
      {dialog}
      {adding && (
        <Suspense fallback={null}>
          <AddCardsDialog onClose={() => setAdding(false)} />
        </Suspense>
      )}
    </>
  )
}
