import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Page } from '../../../shared/kit/endpoint.ts'
import { type Entity, type Row, type Titled, titleField } from '../../../shared/kit/entity.ts'
import type { Context } from '../context.ts'
import { atOneMoment } from '../database/moment.ts'
import type { Database } from '../database/tables.ts'
import type { Person } from '../person.ts'
import { hiddenOf } from '../reach/hold.ts'
import { bySitesAlone, within } from '../reach/within.ts'
import { notFound, type Refusal } from '../refusal.ts'
import { inUse } from './archive.ts'
import { titleIn } from './columns.ts'
import type { Extension } from './extension.ts'
import { type Filter, filterConditions, filtersOf } from './filters.ts'
import { type Found, foundBy } from './found.ts'
import { isTelling, keywordCondition } from './keyword.ts'
import { entityFor } from './masking.ts'
import { askOf, type Opening } from './ordered-selection.ts'
import { pageOf, type Selection } from './pages.ts'
import { setPeriod } from './period.ts'
import { type Kept, rowsOf } from './rows.ts'
import { collated, collationOf, sortingOf } from './sorting.ts'
import { overviewIn, overviewOf, rowsAsSettled, tallied } from './tally.ts'

type Condition = RawBuilder<SqlBool>
type Query = Readonly<Record<string, unknown>>

const MOST_OPTIONS = 200

/** How an entity's records are read: every query through the same scope. */
export class Reading<E extends Entity> {
  readonly #entity: E
  readonly #extension: Extension<E>

  constructor(entity: E, extension: Extension<E>) {
    this.#entity = entity
    this.#extension = extension
  }

  list(query: Query & { page_num: number; page_size: number }, context: Context): Promise<Page<Row<E>>> {
    const { page_num: page, page_size: size } = query
    return atOneMoment(context.db, async (db) => {
      const asOf = { ...context, db }
      await setPeriod(db, this.#entity, query)
      const found = await this.#found(query, asOf)
      const asked = this.#asked(query, context, found)
      const selection = this.#selectionOf(asked, query, context)
      const where = (except?: string) => conditionOf(asked, except) ?? sql<SqlBool>`true`
      const overview = (sums: readonly string[], per: string) =>
        selection.tallied ? overviewOf(db, selection.tallied, sums, per) : this.#overview(db, asked, { sums, per })
      const [{ ids, total }, summary] = await Promise.all([
        pageOf(db, selection, { page, size }),
        this.#extension.summary?.(where, asOf, { overview, ask: (name, write) => askOf(db, selection, name, write) }),
      ])
      const rows = await this.complete(ids, asOf)
      return { total, page, pageSize: size, rows, summary: { ...summary, ...(found?.more && { more: 1 }) } }
    })
  }

  /** What a list with this query shows, all its pages together. */
  selection(query: Query, context: Context): Selection {
    return this.#selectionOf(this.#asked(query, context), query, context)
  }

  #selectionOf(asked: Asked, query: Query, { language, person }: Context): Selection {
    const { filters, others } = asked
    return {
      table: this.#entity.table,
      where: conditionOf(asked),
      sorting: sortingOf(entityFor(this.#entity, person), query, language),
      rare: this.#entity.tally ? true : asked.isTelling,
      tallied: others.length ? null : tallied(this.#entity, filters, asked.archived),
      opening: this.#openingOf(asked),
    }
  }

  /** A view's period is the caller's, and what has a tally is cut to stretches of its own. */
  #openingOf({ filters, others, archived }: Asked): Opening | null {
    const { over, tally } = this.#entity
    return filters.length || others.length || over || tally ? null : { of: this.#entity, name: `archived ${archived}` }
  }

  /** The record of an identity; refused when there is none, or none for this person. */
  async view(id: number, context: Context): Promise<Row<E>> {
    const [row] = await this.complete(await this.visible([id], context), context)
    if (!row) throw await this.missing([id], context)
    return row
  }

  /** The refusal of records that are not there, or not for this person: they are told the same. */
  async missing(ids: readonly number[], { db, person }: Context): Promise<Refusal> {
    return notFound(await hiddenOf(db, person, this.#entity, ids))
  }

  /** Records to choose from, by title: those that are offered, or the ones whose ids are given. */
  async options(query: Query & { ids?: readonly number[]; all?: boolean }, context: Context): Promise<Titled[]> {
    const { table, offers } = this.#entity
    const title = titleIn(this.#entity, 't')
    const offered = query.all ? query : { ...offers, ...query }
    const where = all([
      ...this.#scope(context),
      ...inUse(this.#entity, { ids: query.ids }),
      ...(query.ids
        ? [oneOf(query.ids)]
        : filterConditions(entityFor(this.#entity, context.person), offered, this.#extension.filters)),
      ...given(keywordCondition(this.#entity, query.keyword, context.person)),
    ])
    const { rows } = await sql<Titled>`
      select t.id, ${title} as title from ${sql.table(table)} t where ${where ?? sql`true`}
      order by ${collated(title, collationOf(this.#entity, titleField(this.#entity), context.language))}, t.id limit ${MOST_OPTIONS}`.execute(
      context.db,
    )
    return this.#extension.offered ? this.#extension.offered(rows, context) : rows
  }

  /** Those of the identities that exist and that this person may see; `locked` until the transaction ends. */
  async visible(ids: readonly number[], context: Context, locked = false): Promise<number[]> {
    const where = all([oneOf(ids), ...this.#scope(context)])
    const { rows } = await sql<{ id: number }>`
      select t.id from ${sql.table(this.#entity.table)} t where ${where ?? sql`true`} order by t.id
      ${locked ? sql`for update` : sql``}`.execute(context.db)
    return rows.map(({ id }) => id)
  }

  /** The rows of these identities as a list shows them, in their order. */
  async complete(ids: readonly number[], context: Context): Promise<Row<E>[]> {
    const [rows, completed] = await Promise.all([
      rowsOf<Row<E> & Kept>(context.db, this.#entity, ids, context.person),
      this.#extension.ahead?.(ids, context),
    ])
    if (completed) return completed(rows)
    return this.#extension.extend && rows.length ? this.#extension.extend(rows, context) : rows
  }

  /** Those of a table without end; who reaches only some of it is not to lose theirs among the newest of all. */
  async #found({ keyword }: Query, { db, person }: Context): Promise<Found | null> {
    if (!this.#entity.tally) return null
    const found = await foundBy(db, this.#entity, keyword, person)
    return found?.more && within(person, this.#entity) ? null : found
  }

  #asked(query: Query, context: Context, found: Found | null = null): Asked {
    const keyword = found
      ? [sql<SqlBool>`t.id = any(${found.ids})`]
      : given(keywordCondition(this.#entity, query.keyword, context.person))
    const inUseNow = inUse(this.#entity, query)
    const counted = countedReach(context.person, this.#entity)
    return {
      filters: [...filtersOf(entityFor(this.#entity, context.person), query, this.#extension.filters), ...counted],
      others: [...(counted.length ? [] : this.#scope(context, found ? 'ask' : 'find')), ...keyword],
      inUse: inUseNow,
      archived: inUseNow.length ? String(query.archived ?? '') === 'true' : null,
      isTelling: keyword.length > 0 && isTelling(query.keyword),
    }
  }

  async #overview(db: Kysely<Database>, asked: Asked, { sums, per }: { sums: readonly string[]; per: string }) {
    const { table, tally } = this.#entity
    const columns = ['id', per, ...sums]
    const where = conditionOf(asked, per) ?? sql<SqlBool>`true`
    // A reach and a time may hold for very many rows. What a person asks for by a field or a word is found by its own index.
    const isWide = asked.filters.every(({ always, bounds }) => always || bounds) && !asked.isTelling
    const found = sql`(${rowsAsSettled({ table, running: tally?.running }, { columns, where, isWide })})`
    return overviewIn(db, { rows: found, one: sql`1`, kept: asked.filters }, sums, per)
  }

  #scope({ person }: Context, use?: 'ask' | 'find'): Condition[] {
    return given(within(person, this.#entity, 't', use))
  }
}

/** A reach of sites alone is a filter that a tally by sites can answer. */
function countedReach(person: Person, entity: Entity): Filter[] {
  const condition = within(person, entity)
  const isCounted = entity.tally?.kinds.includes('site_id') && bySitesAlone(person, entity)
  return condition && isCounted ? [{ name: 'site_id', condition, always: true }] : []
}

/** What a query asks for. */
interface Asked {
  filters: readonly Filter[]
  /** The person's scope and the keyword. */
  others: readonly Condition[]
  inUse: readonly Condition[]
  archived: boolean | null
  isTelling: boolean
}

const conditionOf = ({ filters, others, inUse }: Asked, except?: string): Condition | null =>
  all([
    ...others,
    ...filters.filter(({ name, always }) => always || name !== except).map(({ condition }) => condition),
    ...inUse,
  ])

const given = (condition: Condition | null | undefined): Condition[] => (condition ? [condition] : [])
const oneOf = (ids: readonly number[]): Condition => sql`t.id in (${sql.join(ids)})`
const all = (conditions: Condition[]): Condition | null =>
  conditions.length ? sql`${sql.join(conditions, sql` and `)}` : null
