import { Fragment, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router-dom'
import { PERSONS } from '../../../../shared/domain/persons.ts'
import { type Titled, titleField, titleOf } from '../../../../shared/kit/entity.ts'
import { type AnyRow, Cell } from '../../fields/cell.tsx'
import { RecordLink } from '../../fields/record-link.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Checkbox } from '../../ui/input.tsx'
import selectCss from '../bulk/selection.module.css'
import type { Selection } from '../bulk/use-selection.ts'
import { recordTitle } from '../page/record-title.ts'
import { RowActions } from '../row-actions.tsx'
import type { ListProps } from '../types.ts'
import type { Column } from './columns.ts'
import { useCopyCell } from './copy-cell.tsx'
import css from './table.module.css'
import { pressInRow } from './table-keys.ts'
import { isEdge, pinned } from './use-pins.ts'

export interface RowsProps {
  list: ListProps
  columns: readonly Column[]
  /** Absent where nothing can be done with several rows. */
  selection?: Selection
}

type Props = RowsProps & { row: AnyRow; page: readonly AnyRow[] }

/** A person's name leads to them: anyone who reads a list wants to know more of who it was. */
function Field({ list, name, row }: { list: ListProps; name: string; row: AnyRow }) {
  const { kind, to = '' } = list.entity.fields[name] ?? {}
  const named = row[titleOf(name)] as Titled | null | undefined
  if (kind === 'reference' && named && PERSONS.has(to)) return <RecordLink entity={to} to={named} />
  return <Cell entity={list.entity} name={name} row={row} />
}

function Title({ list, row }: { list: ListProps; row: AnyRow }) {
  const to = list.open?.(row)
  const name = titleField(list.entity)
  const own = list.cells?.[name]?.(row)
  if (!to) return <span className={css.title}>{own ?? <Field list={list} name={name} row={row} />}</span>
  const cell = own ?? <Cell entity={list.entity} name={name} row={row} />
  return (
    <Link className={css.title} to={to} tabIndex={-1}>
      {cell}
    </Link>
  )
}

function content(list: ListProps, column: Column, row: AnyRow) {
  if (column.cell) return column.cell(row)
  if (column.key === titleField(list.entity)) return <Title list={list} row={row} />
  return list.cells?.[column.key]?.(row) ?? <Field list={list} name={column.key} row={row} />
}

const classes = (...names: (string | false | null | undefined)[]) => names.filter(Boolean).join(' ') || undefined

function SelectCell({ row, page, list, selection }: Props & { selection: Selection }) {
  const { t } = useTranslation('common')
  const title = recordTitle(list.entity, row) ?? String(row.id)
  return (
    <td className={classes(css.fixed, selectCss.box)} style={pinned('left', 'select')}>
      <Checkbox
        label=""
        aria-label={t('selection.row', { title })}
        checked={selection.has(row.id)}
        disabled={selection.full && !selection.has(row.id)}
        onChange={(event) => selection.toggle(row, page, (event.nativeEvent as MouseEvent).shiftKey)}
      />
    </td>
  )
}

function Toggle({ title, open, onPress }: { title: string; open: boolean; onPress: () => void }) {
  const { t } = useTranslation('common')
  return (
    <td className={classes(css.toggle, css.fixed)} style={pinned('left', 'lead')}>
      <button
        type="button"
        aria-expanded={open}
        aria-label={t(open ? 'list.fold' : 'list.expand', { title })}
        onClick={onPress}
      >
        <Icon name="right" size={16} />
      </button>
    </td>
  )
}

function Cells({ list, columns, row }: Pick<Props, 'list' | 'columns' | 'row'>) {
  return columns.map((column, at) => (
    <td
      key={column.key}
      data-cell={column.key}
      tabIndex={-1}
      className={classes(column.figure && css.figure, column.fixed && css.fixed, isEdge(columns, at) && css.edge)}
      style={{ ...(column.width && { width: column.width, maxWidth: column.width }), ...pinned(column.fixed, at) }}
    >
      {content(list, column, row)}
    </td>
  ))
}

/** A record in the table; opened out, what more there is to it below. */
export function TableRow(props: Props) {
  const { list, columns, row, page, selection } = props
  const navigate = useNavigate()
  const copy = useCopyCell()
  const [open, setOpen] = useState(false)
  const to = list.open?.(row)
  const title = recordTitle(list.entity, row) ?? ''
  const chosen = selection?.has(row.id) ?? false
  const keys = {
    open: () => void (to && navigate(to)),
    select: selection ? () => selection.toggle(row, page) : null,
    unfold(wanted: boolean) {
      if (!list.expand || open === wanted) return false
      setOpen(wanted)
      return true
    },
    copy: (cell: HTMLElement) => void copy(cell),
  }
  const width = columns.length + (list.rowActions ? 1 : 0)
  return (
    <Fragment>
      <tr
        className={classes(css.row, chosen && selectCss.chosen)}
        data-id={row.id}
        tabIndex={page[0] === row ? 0 : -1}
        aria-selected={selection ? chosen : undefined}
        onKeyDown={(event) => pressInRow(event, keys)}
      >
        {selection && <SelectCell {...props} selection={selection} />}
        {list.expand && <Toggle title={title} open={open} onPress={() => setOpen(!open)} />}
        <Cells list={list} columns={columns} row={row} />
        {list.rowActions && (
          <td className={`${css.figure} ${css.acts}`}>
            <RowActions actions={list.rowActions(row)} />
          </td>
        )}
      </tr>
      {open && (
        <tr className={css.opened}>
          <td colSpan={selection ? 2 : 1} />
          <td colSpan={width}>{list.expand?.(row)}</td>
        </tr>
      )}
    </Fragment>
  )
}
