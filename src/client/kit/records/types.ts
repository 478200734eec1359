import type { ReactNode } from 'react'
import type { Page } from '../../../shared/kit/endpoint.ts'
import type { Entity, Row } from '../../../shared/kit/entity.ts'
import type { Freshness } from '../api/queries.ts'
import type { FilterValue } from '../api/records.ts'
import type { AnyRow } from '../fields/cell.tsx'
import type { Action } from '../ui/actions.tsx'
import type { IconName } from '../ui/icon.tsx'
import type { ExtraColumn } from './table/columns.ts'

export interface RecordListProps<E extends Entity = Entity, R = Row<E>> {
  entity: E
  /** The page's heading; the entity's own word for many when absent. */
  title?: string
  /** The counts line under the heading, from the page that shows. */
  caption?: (page: Page<R>) => ReactNode
  /** What can be done here: buttons in the heading. */
  actions?: readonly Action[]
  /** What can be done with a row: the first is a link in the row, the rest are in its menu. */
  rowActions?: (row: R) => readonly Action[]
  /** What can be done with several rows at once; `done` lets them go. Without it rows cannot be selected. */
  bulk?: (rows: readonly R[], done: () => void) => readonly Action[]
  /** A hook: rows that are one matter show as one, which stands for the others. `total` is how many the list has on all its pages. */
  useTogether?: (rows: readonly R[] | null, total: number) => readonly R[] | null
  /** The page that a row opens. */
  open?: (row: R) => string | null
  /** Other cells for some of the entity's fields; used on cards too. */
  cells?: { readonly [field: string]: (row: R) => ReactNode }
  /** The same on cards alone, in their place: a card has no heads that would say which figure is which. */
  cardCells?: { readonly [field: string]: (row: R) => ReactNode }
  /** Columns beside the entity's own; on cards too unless `wideOnly`. */
  extra?: readonly (ExtraColumn<R> & { wideOnly?: true })[]
  /** Fields that this list leaves out. */
  without?: readonly string[]
  /** Filters that always hold. */
  fixed?: Readonly<Record<string, FilterValue>>
  /** A status field whose values stand above the list as chips, with the counts that the summary gives under the values' names. */
  chips?: string
  /** Filters that stand beside the chips where there is room; all of them are under the filter button. */
  filters?: readonly string[]
  /** What a row shows when it is opened out. */
  expand?: (row: R) => ReactNode
  /** A record as a tile: where there is room they then stand side by side instead of in a table. */
  tile?: (row: R) => ReactNode
  /** Under a card's facts: buttons as wide as a thumb. */
  cardFoot?: (row: R) => ReactNode
  /** Cards without the small table of plain fields. */
  lean?: boolean
  /** One of several lists on a page: no heading, and its state is not the address's. */
  embedded?: boolean
  /** Where a phone's back arrow leads; none on a page of the bottom bar. */
  back?: string
  /** Between the heading and the list: banners. */
  above?: ReactNode
  /** What an empty list says and offers instead of the entity's own words. */
  empty?: { text: string; icon?: IconName; action?: Action }
  /** What it says with these filters in force, where "nothing matches" would be wrong: no open alarm is good news. */
  emptyWith?: (filters: Readonly<Record<string, FilterValue>>) => string | null
  /** How fresh it has to be, and whether it outlives the network. */
  fresh?: Freshness
  /** Under which a person's columns are kept; the entity's name when absent. */
  name?: string
}

/** The same, for the parts of the list: a row is a row. */
export type ListProps = RecordListProps<Entity, AnyRow>

/** Of a list without a `useTogether` each row shows by itself. */
export const asTheyAre: NonNullable<ListProps['useTogether']> = (rows) => rows
