import { Fragment, type KeyboardEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router-dom'
import { titleField } from '../../../shared/kit/entity.ts'
import { type AnyRow, Cell } from '../fields/cell.tsx'
import { Icon } from '../ui/icon.tsx'
import type { ListState } from './address.ts'
import type { Column } from './columns.ts'
import { RowActions } from './row-actions.tsx'
import { SkeletonRows } from './skeletons.tsx'
import css from './table.module.css'
import { TableHead } from './table-head.tsx'
import type { ListProps } from './types.ts'

interface Props {
  list: ListProps
  columns: readonly Column[]
  rows: readonly AnyRow[] | null
  sort: ListState['sort']
  onSort: (sort: ListState['sort']) => void
}

const STEP: Record<string, 1 | -1> = { ArrowDown: 1, ArrowUp: -1 }

/** Arrows move from row to row. */
function moveRow(event: KeyboardEvent<HTMLTableRowElement>) {
  const by = STEP[event.key]
  if (!by || event.target !== event.currentTarget) return
  event.preventDefault()
  const rows = [...(event.currentTarget.closest('tbody')?.querySelectorAll<HTMLElement>('tr[tabindex]') ?? [])]
  rows[rows.indexOf(event.currentTarget) + by]?.focus()
}

function Title({ list, row }: { list: ListProps; row: AnyRow }) {
  const name = titleField(list.entity)
  const to = list.open?.(row)
  const cell = list.cells?.[name]?.(row) ?? <Cell entity={list.entity} name={name} row={row} />
  if (!to) return <span className={css.title}>{cell}</span>
  return (
    <Link className={css.title} to={to} tabIndex={-1}>
      {cell}
    </Link>
  )
}

function content(list: ListProps, column: Column, row: AnyRow) {
  if (column.cell) return column.cell(row)
  if (column.key === titleField(list.entity)) return <Title list={list} row={row} />
  return list.cells?.[column.key]?.(row) ?? <Cell entity={list.entity} name={column.key} row={row} />
}

interface RowProps extends Pick<Props, 'list' | 'columns'> {
  row: AnyRow
  first: boolean
  offsets: readonly (number | null)[]
}

function TableRow({ list, columns, row, first, offsets }: RowProps) {
  const { t } = useTranslation('common')
  const navigate = useNavigate()
  const [open, setOpen] = useState(false)
  const to = list.open?.(row)
  const title = String(row[titleField(list.entity)] ?? '')
  function press(event: KeyboardEvent<HTMLTableRowElement>) {
    moveRow(event)
    if (event.target !== event.currentTarget) return
    if (event.key === 'Enter' && to) navigate(to)
    if (list.expand && event.key === 'ArrowRight') setOpen(true)
    if (list.expand && event.key === 'ArrowLeft') setOpen(false)
  }
  return (
    <Fragment>
      <tr className={css.row} tabIndex={first ? 0 : -1} onKeyDown={press}>
        {list.expand && (
          <td className={css.toggle}>
            <button
              type="button"
              aria-expanded={open}
              aria-label={t(open ? 'list.fold' : 'list.expand', { title })}
              onClick={() => setOpen(!open)}
            >
              <Icon name="right" size={16} />
            </button>
          </td>
        )}
        {columns.map((column, at) => {
          const offset = offsets[at]
          const fixed = typeof offset === 'number'
          return (
            <td
              key={column.key}
              className={[column.figure && css.figure, fixed && css.fixed].filter(Boolean).join(' ') || undefined}
              style={{
                ...(column.width && { width: column.width, maxWidth: column.width }),
                ...(fixed && { left: offset }),
              }}
            >
              {content(list, column, row)}
            </td>
          )
        })}
        {list.rowActions && (
          <td className={`${css.figure} ${css.acts}`}>
            <RowActions actions={list.rowActions(row)} />
          </td>
        )}
      </tr>
      {open && (
        <tr className={css.opened}>
          <td />
          <td colSpan={columns.length + (list.rowActions ? 1 : 0)}>{list.expand?.(row)}</td>
        </tr>
      )}
    </Fragment>
  )
}

/** Pinned columns stand side by side at the left: each needs to know the width of those before it. */
const WIDTH_OF_PINNED = 160
function offsetsOf(columns: readonly Column[], start: number) {
  let left = start
  return columns.map(({ fixed, width }) => {
    if (!fixed) return null
    const offset = left
    left += width ?? WIDTH_OF_PINNED
    return offset
  })
}

/** A list where there is room. `rows` null: they are on their way. */
export function RecordTable({ list, columns, rows, sort, onSort }: Props) {
  const wrap = useRef<HTMLDivElement>(null)
  const shown = columns.map((column) =>
    column.fixed && !column.width ? { ...column, width: WIDTH_OF_PINNED } : column,
  )
  const offsets = offsetsOf(shown, list.expand ? 34 : 0)
  const width = shown.length + (list.expand ? 1 : 0) + (list.rowActions ? 1 : 0)
  return (
    <div ref={wrap} className={css.wrap} data-scroll-memory={list.name ?? list.entity.name}>
      <table className={css.table}>
        <TableHead list={list} columns={shown} offsets={offsets} sort={sort} onSort={onSort} />
        <tbody>
          {rows ? (
            rows.map((row, at) => (
              <TableRow key={row.id} list={list} columns={shown} row={row} first={at === 0} offsets={offsets} />
            ))
          ) : (
            <SkeletonRows columns={width} />
          )}
        </tbody>
      </table>
    </div>
  )
}
