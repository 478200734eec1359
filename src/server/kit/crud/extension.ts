import type { RawBuilder, SqlBool } from 'kysely'
import type * as z from 'zod/mini'
import type { Draft, Entity, Row, Titled } from '../../../shared/kit/entity.ts'
import type { Use } from '../../../shared/kit/uses.ts'
import type { Context } from '../context.ts'
import type { Refusal } from '../refusal.ts'
import type { OwnFilters } from './filters.ts'
import type { Overview } from './tally.ts'

type Condition = RawBuilder<SqlBool>

/** The list whose figures are wanted. */
export interface Listed {
  /** Sums over the filter, and the number of rows of each value of a kind over all other filters. Of an entity with a tally. */
  overview(sums: readonly string[], per: string): Promise<Overview>
  /** Asks something of the list's conditions. As the list opens, its text and its plan are kept under the name. */
  ask<T>(name: string, write: () => RawBuilder<T>): Promise<T[]>
}

/** What a feature adds to the plain calls of an entity. Conditions are on the entity's table as `t`. */
export interface Extension<E extends Entity = Entity> {
  /** Completes the rows of a list with what is no column; `row` documents them. */
  extend?(rows: Row<E>[], context: Context): Promise<Row<E>[]>
  /** The same for rows that are read meanwhile: what their identities lead to costs no round trip of its own. */
  ahead?(ids: readonly number[], context: Context): Promise<(rows: Row<E>[]) => Row<E>[]>
  row?: z.ZodMiniType
  /** Figures over a whole list; `where` gives its conditions, on request without the filter of one field. */
  summary?(where: (except?: string) => Condition, context: Context, list: Listed): Promise<Record<string, number>>
  /** What filters mean that are not a column's value. */
  filters?: OwnFilters
  /**
   * Refuses what no single field shows. Called in the write's transaction with the record as it would be; `before`
   * is null when it is new.
   */
  check?(record: Draft<E>, context: Context, before: Row<E> | null): Promise<void>
  /** What `check` refuses of each of these new records or null, found together: to ask for ten thousand one by one takes long. */
  checkAll?(records: readonly Draft<E>[], context: Context): Promise<(Refusal | null)[]>
  /** Called in the transaction that created this record. */
  created?(row: Row<E>, context: Context): Promise<void>
  /** Called in the transaction that changed this record. */
  updated?(row: Row<E>, before: Row<E>, context: Context): Promise<void>
  /** Those that go whenever these go. */
  along?(ids: readonly number[], context: Context): Promise<readonly number[]>
  /** Refuses to delete these, whatever uses them; also when it is only asked what would become of them. */
  removable?(rows: Row<E>[], context: Context): Promise<void>
  /** What uses these records now, besides records that point at them: deleting them is refused with it. */
  uses?(ids: readonly number[], context: Context): Promise<ReadonlyMap<number, Use[]>>
  /** Those that have a history which no record points at: they are archived, not erased. */
  history?(ids: readonly number[], context: Context): Promise<readonly number[]>
  /** Called in the transaction that erased or archived these records. */
  removed?(rows: Row<E>[], context: Context): void | Promise<void>
  /** What records to choose from tell besides their titles. */
  offered?(titled: Titled[], context: Context): Promise<Titled[]>
  /** What is kept of a secret, in the column `<name>_hash`. */
  hashSecret?(secret: string): string | Promise<string>
}
