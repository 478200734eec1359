import { useTranslation } from 'react-i18next'
import { SEND_LISTS } from '../../shared/endpoints/card-lists.ts'
import type { CardList } from '../../shared/entities/card-list.ts'
import { useRecordPath } from '../kit/session/homes.ts'
import type { Action } from '../kit/ui/actions.tsx'
import { useSending } from './use-sending.ts'

/** What can be done with a pile's list of cards: on its row and on its page. */
export function useCardListActions() {
  const { t } = useTranslation('card_lists')
  const record = useRecordPath()
  const sending = useSending()
  return ({ id, pile_id }: Pick<CardList, 'id' | 'pile_id'>): Action[] => {
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
  }
}
