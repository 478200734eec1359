import { useTranslation } from 'react-i18next'
import { SEND_LISTS } from '../../shared/endpoints/card-lists.ts'
import { cardList } from '../../shared/entities/card-list.ts'
import { EntityList } from '../kit/records/entity-list.tsx'
import { useRecordPath } from '../kit/session/homes.ts'
import { useSending } from './use-sending.ts'

/** Which piles have their list of cards as it should be, and which have not. */
export function CardListList() {
  const { t } = useTranslation('card_lists')
  const record = useRecordPath()
  const sending = useSending()
  return (
    <EntityList
      entity={cardList}
      chips="state"
      rowActions={({ id, pile_id }) => {
        const pile = record('pile', pile_id)
        return [
          ...(pile ? [{ key: 'pile', label: t('pile'), icon: 'plug' as const, to: `${pile}?tab=card_list` }] : []),
          {
            key: 'send',
            label: t('send'),
            icon: 'refresh',
            permission: SEND_LISTS,
            onPress: () => void sending.one(id),
          },
        ]
      }}
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
