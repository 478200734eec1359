import { useTranslation } from 'react-i18next'
import type { CheckItem } from '../../../shared/domain/inspection.ts'
import { type CheckList, checkList } from '../../../shared/entities/check-list.ts'
import type { AnyRow } from '../../kit/fields/cell.tsx'
import { EntityPage } from '../../kit/records/page/entity-page.tsx'
import { Card } from '../../kit/ui/card.tsx'
import css from './inspections.module.css'
import { useItemWords } from './use-item-words.ts'

function Items({ items }: { items: readonly CheckItem[] }) {
  const { t } = useTranslation('inspections')
  const words = useItemWords()
  return (
    <Card title={t('items', { count: items.length })}>
      <ol className={css.items}>
        {items.map((item, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: an item is known by its place alone
          <li key={at}>
            <b>{item.words}</b>
            <small>{words(item)}</small>
          </li>
        ))}
      </ol>
    </Card>
  )
}

const typesOf = (row: AnyRow) => (row as unknown as CheckList).pile_type_ids ?? []

/** A check list: for which piles it is, and its items in their order. */
export function CheckListPage({ id }: { id: number }) {
  return (
    <EntityPage
      entity={checkList}
      id={id}
      tells={(field, row) => field !== 'items' && (field !== 'pile_type_ids' || typesOf(row).length > 0)}
      above={(row) => <Items items={(row as unknown as CheckList).items} />}
    />
  )
}
