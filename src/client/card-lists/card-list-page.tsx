import { useTranslation } from 'react-i18next'
import { type CardList, cardList } from '../../shared/entities/card-list.ts'
import type { AnyRow } from '../kit/fields/cell.tsx'
import { EntityPage } from '../kit/records/page/entity-page.tsx'
import { useCardListActions } from './use-card-list-actions.ts'

const shown = (row: AnyRow) => row as unknown as CardList

/** How far one pile's list of cards is. */
export function CardListPage({ id }: { id: number }) {
  const { t } = useTranslation('card_lists')
  const actionsOf = useCardListActions()
  return (
    <EntityPage
      entity={cardList}
      id={id}
      actions={(row) => actionsOf(shown(row))}
      caption={(row) => t('caption', { entries: shown(row).entries, wanted: shown(row).wanted })}
      cells={{ said: (row) => (shown(row).said === 'differs' ? t('differs') : (shown(row).said ?? t('no_word'))) }}
      tells={(field, row) => field !== 'said' || row.said !== null}
    />
  )
}
