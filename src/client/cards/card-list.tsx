import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Card, card as cardEntity } from '../../shared/entities/card.ts'
import { permissionOf } from '../../shared/kit/entity.ts'
import { EntityList } from '../kit/records/entity-list.tsx'
import { lazyDialog } from '../kit/ui/lazy-part.tsx'
import { useCardActions } from './use-card-actions.tsx'

const AddCardsDialog = lazyDialog(() =>
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
      {adding && <AddCardsDialog onClose={() => setAdding(false)} />}
    </>
  )
}
