import type { DragEvent, PointerEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { AnyRow } from '../../fields/cell.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Checkbox } from '../../ui/input.tsx'
import type { ListState } from '../address.ts'
import selectCss from '../bulk/selection.module.css'
import type { Selection } from '../bulk/use-selection.ts'
import type { ListProps } from '../types.ts'
import { type Column, movedBefore, WIDTHS, withColumn } from './columns.ts'
import css from './table.module.css'
import type { Columns } from './use-columns.ts'
import { isEdge, pinned } from './use-pins.ts'

export interface HeadProps {
  list: ListProps
  columns: Columns
  sort: ListState['sort']
  onSort: (sort: ListState['sort']) => void
  /** The columns for which there is room. */
  shown: readonly Column[]
  selection?: Selection
  page: readonly AnyRow[]
}

/** Figures are first sorted largest first, words from A; a third press goes back to the list's own order. */
function nextSort(column: Column, { list, sort }: HeadProps): ListState['sort'] {
  const prop = column.sort ?? ''
  const first = column.figure ? 'desc' : 'asc'
  if (sort.prop !== prop) return { prop, order: first }
  const own = list.entity.sort
  if (sort.order === first) return { prop, order: first === 'asc' ? 'desc' : 'asc' }
  return own.prop === prop ? { prop, order: first } : own
}

const DRAGGED = 'text/x-column'

/** A heading is dragged onto another to stand before it. The column panel does the same with keys. */
const dragging = ({ all, arrange }: Columns, { key }: Column) => ({
  draggable: true,
  onDragStart(event: DragEvent) {
    event.dataTransfer.setData(DRAGGED, key)
    event.dataTransfer.effectAllowed = 'move'
  },
  onDragOver(event: DragEvent) {
    if (event.dataTransfer.types.includes(DRAGGED)) event.preventDefault()
  },
  onDrop(event: DragEvent) {
    event.preventDefault()
    const dragged = event.dataTransfer.getData(DRAGGED)
    if (dragged && dragged !== key) void arrange(movedBefore(all, dragged, key))
  },
})

/** Follows the pointer with the heading's width, which is kept when it lets go; pressed twice it is as wide as it needs. */
function Resizer({ columns: { all, arrange }, column }: { columns: Columns; column: Column }) {
  const keep = (width: number | null) => void arrange(withColumn(all, column.key, { width }))
  function start(event: PointerEvent<HTMLSpanElement>) {
    const head = event.currentTarget.closest('th')
    const handle = event.currentTarget
    if (!head || event.button !== 0) return
    event.preventDefault()
    handle.setPointerCapture(event.pointerId)
    const from = event.clientX - head.offsetWidth
    const widthAt = ({ clientX }: { clientX: number }) =>
      Math.round(Math.min(WIDTHS.most, Math.max(WIDTHS.least, clientX - from)))
    const move = (moved: globalThis.PointerEvent) => {
      head.style.width = `${widthAt(moved)}px`
      head.style.minWidth = head.style.width
    }
    const end = (ended: globalThis.PointerEvent) => {
      handle.removeEventListener('pointermove', move)
      if (ended.clientX !== event.clientX) keep(widthAt(ended))
    }
    handle.addEventListener('pointermove', move)
    handle.addEventListener('pointerup', end, { once: true })
  }
  return (
    <span
      className={css.resize}
      aria-hidden="true"
      draggable
      onDragStart={(event) => {
        event.preventDefault()
        event.stopPropagation()
      }}
      onPointerDown={start}
      onDoubleClick={() => keep(null)}
    />
  )
}

function Heading({ head, column, at }: { head: HeadProps; column: Column; at: number }) {
  const { t } = useTranslation('common')
  const { sort, onSort, columns, shown } = head
  const sorted = column.sort !== null && sort.prop === column.sort
  const direction = sort.order === 'asc' ? 'ascending' : 'descending'
  const names = [column.figure && css.figure, column.fixed && css.fixed, isEdge(shown, at) && css.edge]
  return (
    <th
      scope="col"
      data-at={at}
      data-column={column.key}
      data-pin={column.fixed ?? undefined}
      aria-sort={sorted ? direction : undefined}
      className={names.filter(Boolean).join(' ') || undefined}
      style={{ ...(column.width && { width: column.width, minWidth: column.width }), ...pinned(column.fixed, at) }}
      {...dragging(columns, column)}
    >
      {column.sort ? (
        <button
          type="button"
          className={css.sort}
          title={t(sorted ? `list.sorted_${direction}` : 'list.sort_by', { column: column.label })}
          onClick={() => onSort(nextSort(column, head))}
        >
          {column.label}
          <span className={sorted ? undefined : css.unsorted}>
            <Icon name={sorted ? (sort.order === 'asc' ? 'up' : 'down') : 'sort'} size={12} />
          </span>
        </button>
      ) : (
        column.label
      )}
      <Resizer columns={columns} column={column} />
    </th>
  )
}

function SelectPage({ selection, page }: { selection: Selection; page: readonly AnyRow[] }) {
  const { t } = useTranslation('common')
  const some = page.some(({ id }) => selection.has(id))
  const all = page.length > 0 && page.every(({ id }) => selection.has(id))
  return (
    <Checkbox
      ref={(box) => {
        if (box) box.indeterminate = some && !all
      }}
      label=""
      aria-label={t('selection.page')}
      checked={all}
      onChange={() => selection.togglePage(page)}
    />
  )
}

export function TableHead(props: HeadProps) {
  const { t } = useTranslation('common')
  const { list, shown, selection, page } = props
  return (
    <thead>
      <tr>
        {selection && (
          <th
            data-at="select"
            data-pin="left"
            className={`${css.fixed} ${selectCss.box}`}
            style={pinned('left', 'select')}
          >
            <SelectPage selection={selection} page={page} />
          </th>
        )}
        {list.expand && (
          <th
            data-at="lead"
            data-pin="left"
            className={`${css.fixed} ${css.toggle}`}
            style={pinned('left', 'lead')}
            aria-label={t('action.more')}
          />
        )}
        {shown.map((column, at) => (
          <Heading key={column.key} head={props} column={column} at={at} />
        ))}
        {list.rowActions && <th data-pin="right" data-at="acts" className={css.acts} aria-label={t('list.actions')} />}
      </tr>
    </thead>
  )
}
