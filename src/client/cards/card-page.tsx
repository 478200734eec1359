import { useTranslation } from 'react-i18next'
import { isLongNumber } from '../../shared/domain/card-number.ts'
import { type Card, card as cardEntity } from '../../shared/entities/card.ts'
import { order } from '../../shared/entities/order.ts'
import { permissionOf } from '../../shared/kit/entity.ts'
import type { AnyRow } from '../kit/fields/cell.tsx'
import { EntityPage } from '../kit/records/page/entity-page.tsx'
import { RecordList } from '../kit/records/record-list.tsx'
import { useMay } from '../kit/session/can.tsx'
import { useRecordPath } from '../kit/session/homes.ts'
import { Banner } from '../kit/ui/states.tsx'
import { CardPlaces } from './card-places.tsx'
import { CardStory } from './card-story.tsx'
import css from './cards.module.css'
import { useCardActions } from './use-card-actions.tsx'

/** The sessions that were started with a card. */
function LastOrders({ number }: { number: string }) {
  const { t } = useTranslation('cards')
  const path = useRecordPath()
  return (
    <div className={css.panel}>
      <h2 className={css.heading}>{t('orders')}</h2>
      <RecordList
        entity={order}
        fixed={{ card_number: number }}
        without={['card_number']}
        embedded
        lean
        open={(row) => path('order', row.id)}
        empty={{ text: t('no_order'), icon: 'receipt' }}
      />
    </div>
  )
}

/** A card: whose it is, who had it before, and what was charged with it. */
export function CardPage({ id }: { id: number }) {
  const { t } = useTranslation('cards')
  const may = useMay()
  const { actionsOf, dialog } = useCardActions()
  const cardOf = (row: AnyRow) => row as unknown as Card
  return (
    <>
      <EntityPage
        entity={cardEntity}
        id={id}
        actions={(row) => actionsOf(cardOf(row))}
        panels={(row) => (
          <>
            {isLongNumber(cardOf(row).number) && (
              <Banner tone="waiting" icon="warning">
                {t('long')}
              </Banner>
            )}
            <CardPlaces id={id} />
            <CardStory id={id} />
            {may(permissionOf(order, 'list')) && <LastOrders number={cardOf(row).number} />}
          </>
        )}
      />
      {dialog}
    </>
  )
}
