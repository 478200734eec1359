import type { ReactNode } from 'react'
import type { ColumnSetting } from '../../../shared/endpoints/shell.ts'
import type { Entity } from '../../../shared/kit/entity.ts'
import { type AnyRow, isFigure } from '../fields/cell.tsx'
import { columnFields, inTable, listable, sortable } from '../fields/columns.ts'

/** A column beside the entity's own. */
export interface ExtraColumn<R> {
  key: string
  label: string
  cell: (row: R) => ReactNode
  /** Stands behind this column; last when absent. */
  after?: string
  figure?: boolean
  /** On a card it stands among the facts of one line, without its label. */
  inLine?: true
  /** The field that a press on its heading sorts by. */
  sort?: string
}

export interface Column {
  key: string
  label: string
  figure: boolean
  /** Sorted by this on request. */
  sort: string | null
  hidden: boolean
  /** Pixels; null is as wide as it needs. */
  width: number | null
  /** Stays in view when the table is moved sideways. */
  fixed: boolean
  cell?: (row: AnyRow) => ReactNode
}

interface Made {
  entity: Entity
  label: (field: string) => string
  extra: readonly ExtraColumn<AnyRow>[]
  /** Fields that this list leaves out altogether. */
  without: readonly string[]
}

/** The list's own columns, before a person arranges them. */
export function ownColumns({ entity, label, extra, without }: Made): Column[] {
  const plain = { width: null, fixed: false }
  const columns: Column[] = columnFields(entity)
    .filter(([name]) => !without.includes(name))
    .map(([key, field]) => ({
      ...plain,
      key,
      label: label(key),
      figure: isFigure(field),
      sort: sortable(field) ? key : null,
      hidden: !inTable(field),
    }))
  const titled = columns.sort((a, b) => Number(b.key === titleKey(entity)) - Number(a.key === titleKey(entity)))
  for (const { key, label: name, cell, after, figure = false, sort = null } of extra) {
    const column = { ...plain, key, label: name, cell, figure, sort, hidden: false }
    const at = titled.findIndex((other) => other.key === after)
    titled.splice(at < 0 ? titled.length : at + 1, 0, column)
  }
  return titled
}

const titleKey = (entity: Entity) => listable(entity).find(([, field]) => field.slot === 'title')?.[0]

/** The columns as a person arranged them; a column that came later stands where the list puts it. */
export function arranged(own: readonly Column[], settings: readonly ColumnSetting[] | null): Column[] {
  if (!settings) return [...own]
  const known = settings.flatMap((setting) => {
    const column = own.find(({ key }) => key === setting.prop)
    return column
      ? [{ ...column, hidden: setting.hidden ?? false, width: setting.width ?? null, fixed: setting.fixed ?? false }]
      : []
  })
  own.forEach((column, at) => {
    if (!known.some(({ key }) => key === column.key)) known.splice(at, 0, column)
  })
  return [...known.filter(({ fixed }) => fixed), ...known.filter(({ fixed }) => !fixed)]
}

export const settingsOf = (columns: readonly Column[]): ColumnSetting[] =>
  columns.map(({ key, hidden, width, fixed }) => ({ prop: key, hidden, width, fixed }))
