import { useTranslation } from 'react-i18next'
import { SEND_LISTS } from '../../shared/endpoints/card-lists.ts'
import { type CardList, cardList } from '../../shared/entities/card-list.ts'
import { useFormat } from '../kit/i18n/use-format.ts'
import { EntityList } from '../kit/records/entity-list.tsx'
import { useCardListActions } from './use-card-list-actions.ts'
import { useSending } from './use-sending.ts'

/** Which piles have their list of cards as it should be, and which have not. */
export function CardListList() {
  const { t } = useTranslation('card_lists')
  const actionsOf = useCardListActions()
  const format = useFormat()
  const sending = useSending()
  const cardCells = {
    entries: ({ entries, wanted }: CardList) => t('cards_of', { entries, wanted }),
    sent_at: ({ sent_at }: CardList) => sent_at && t('sent_at', { at: format.moment(sent_at) }),
    told_at: ({ told_at }: CardList) => told_at && t('asked_at', { at: format.moment(told_at) }),
  }
  return (
    <EntityList
      entity={cardList}
      chips="state"
      cardCells={cardCells}
      rowActions={actionsOf}
      bulk={(rows, done) => [
        {
          key: 'send_many',
          label: t('send_many'),
          icon: 'refresh',
          permission: SEND_LISTS,
          onPress: () =>
            void sending.many(
              rows.map(({ id }) => id),
              done,
            ),
        },
      ]}
    />
  )
}
