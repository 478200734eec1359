import type { ReactNode } from 'react'
import type { ColumnSetting } from '../../../../shared/endpoints/shell.ts'
import { type Arranged, ownColumns as declaredColumns } from '../../../../shared/kit/columns.ts'
import { type Entity, isSortable } from '../../../../shared/kit/entity.ts'
import type { Field, Slot } from '../../../../shared/kit/fields.ts'
import { type AnyRow, isFigure } from '../../fields/cell.tsx'

/** A column beside the entity's own. */
export interface ExtraColumn<R> {
  key: string
  label: string
  cell: (row: R) => ReactNode
  /** How soon it gives way where there is no room for all: 1 of the first, as the entity's own for wide tables. */
  rank?: number
  /** Stands behind this column; last when absent. */
  after?: string
  figure?: boolean
  /** On a card it stands among the facts of one line, without its label. */
  inLine?: true
  /** The field that a press on its heading sorts by. */
  sort?: string
}

export interface Column extends Arranged {
  label: string
  figure: boolean
  /** Sorted by this on request. */
  sort: string | null
  /** Those of the least rank give way where there is no room for all; null: it always shows. */
  rank: number | null
  cell?: (row: AnyRow) => ReactNode
}

interface Made {
  entity: Entity
  label: (field: string) => string
  extra: readonly ExtraColumn<AnyRow>[]
  /** Fields that this list leaves out altogether. */
  without: readonly string[]
}

/** What a list is about stays longest: figures that lead, then plain lines; what is only for wide tables goes first. */
const RANKS: Partial<Record<Slot, number>> = { wide: 1, line: 3, lead: 4 }
const EXTRA_RANK = 2
const rankOf = ({ slot }: Field) => (slot === 'title' || slot === 'badge' ? null : ((slot && RANKS[slot]) ?? 1))

/** The list's own columns, before a person arranges them. */
export function ownColumns({ entity, label, extra, without }: Made): Column[] {
  const columns: Column[] = declaredColumns(entity)
    .filter(({ key }) => !without.includes(key))
    .map(({ field, ...column }) => ({
      ...column,
      label: label(column.key),
      figure: isFigure(field),
      sort: isSortable(entity, column.key) ? column.key : null,
      rank: rankOf(field),
    }))
  for (const { key, label: name, cell, after, figure = false, sort = null, rank = EXTRA_RANK } of extra) {
    const column = { key, label: name, cell, figure, sort, rank, hidden: false, width: null, fixed: null }
    const at = columns.findIndex((other) => other.key === after)
    columns.splice(at < 0 ? columns.length : at + 1, 0, column)
  }
  return columns
}

export const settingsOf = (columns: readonly Column[]): ColumnSetting[] =>
  columns.map(({ key, hidden, width, fixed }) => ({ prop: key, hidden, width, fixed: fixed ?? false }))

/** Pixels between which a column may be. */
export const WIDTHS = { least: 40, most: 1000 }

/** The columns with one of them before another, or last; among those that stay in view it stays too, elsewhere it does not. */
export function movedBefore(columns: readonly Column[], key: string, before: string | null): Column[] {
  const moving = columns.find((column) => column.key === key)
  if (!moving || key === before) return [...columns]
  const others = columns.filter((column) => column !== moving)
  const at = others.findIndex((column) => column.key === before)
  others.splice(at < 0 ? others.length : at, 0, { ...moving, fixed: others[at]?.fixed ?? null })
  return others
}

/** The columns with one of them changed. */
export const withColumn = (columns: readonly Column[], key: string, change: Partial<Column>): Column[] =>
  columns.map((column) => (column.key === key ? { ...column, ...change } : column))
