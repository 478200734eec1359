import { useTranslation } from 'react-i18next'
import type { ListState } from './address.ts'
import type { Column } from './columns.ts'
import css from './table.module.css'
import type { ListProps } from './types.ts'

interface Props {
  list: ListProps
  columns: readonly Column[]
  offsets: readonly (number | null)[]
  sort: ListState['sort']
  onSort: (sort: ListState['sort']) => void
}

/** Figures are first sorted largest first, words from A. */
const nextOrder = (column: Column, sort: ListState['sort']) => {
  if (sort.prop !== column.sort) return column.figure ? 'desc' : 'asc'
  return sort.order === 'asc' ? 'desc' : 'asc'
}

export function TableHead({ list, columns, offsets, sort, onSort }: Props) {
  const { t } = useTranslation('common')
  return (
    <thead>
      <tr>
        {list.expand && <th aria-label={t('action.more')} />}
        {columns.map((column, at) => {
          const sorted = column.sort !== null && sort.prop === column.sort
          const offset = offsets[at]
          return (
            <th
              key={column.key}
              scope="col"
              aria-sort={sorted ? (sort.order === 'asc' ? 'ascending' : 'descending') : undefined}
              className={
                [column.figure && css.figure, typeof offset === 'number' && css.fixed].filter(Boolean).join(' ') ||
                undefined
              }
              style={{
                ...(column.width && { width: column.width, minWidth: column.width }),
                ...(typeof offset === 'number' && { left: offset }),
              }}
            >
              {column.sort ? (
                <button
                  type="button"
                  className={css.sort}
                  onClick={() => onSort({ prop: column.sort as string, order: nextOrder(column, sort) })}
                >
                  {column.label}
                  {sorted && <span aria-hidden="true">{sort.order === 'asc' ? '↑' : '↓'}</span>}
                </button>
              ) : (
                column.label
              )}
            </th>
          )
        })}
        {list.rowActions && <th className={css.acts} aria-label={t('list.actions')} />}
      </tr>
    </thead>
  )
}
