import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { entities } from '../../../shared/entities/index.ts'
import { type Entity, fieldsOf } from '../../../shared/kit/entity.ts'
import type { Ties } from '../../../shared/kit/within.ts'
import { entityNamed } from '../crud/columns.ts'
import { FILE_KINDS } from '../crud/file-uses.ts'
import type { Person } from '../person.ts'
import { areMany, identities } from './identities.ts'
import type { Reached } from './reach.ts'

type Condition = RawBuilder<SqlBool>
type Asking = Pick<Person, 'reach'>
/**
 * What a condition is for: to be asked of rows at hand, or to find every row that is theirs, which is quick only from what
 * they are theirs by; or to be asked of `some` rows that are named or were cut off before, where no index of it may count. It means
 * the same.
 */
type Use = 'ask' | 'find' | 'some'

/**
 * Which records of an entity are there for a person, as a condition on its table as `alias`; null is all of them. The one
 * place that says so: whatever reads records of others than the caller asks here.
 */
export function within({ reach }: Asking, entity: Entity, alias = 't', use: Use = 'ask'): Condition | null {
  if (reach === null || entity.within === 'everybody') return null
  if (entity.within === 'whole') return sql`false`
  const ties = entity.within
  const look = { reach, alias, use }
  if (!isPair(ties)) return tied(entity, ties, look)
  const [first, second] = ties
  const empty = sql`${sql.ref(`${alias}.${first.through}`)} is null`
  return sql`(${tied(entity, first, look)} or ${empty} and ${tied(entity, second, look)})`
}

const isPair = (
  ties: Ties | readonly [Ties & { through: string }, Ties],
): ties is readonly [Ties & { through: string }, Ties] => Array.isArray(ties)

/** The same for an entity by its name, true where it is all of them: for a query that is written out. */
export const reached = (person: Asking, name: keyof typeof entities, alias = 't'): Condition =>
  within(person, entities[name] as Entity, alias) ?? sql<SqlBool>`true`

/** Whether a person's reach in this entity is a matter of sites alone, which a tally counts by. */
export function bySitesAlone({ reach }: Asking, { within: ties }: Entity): boolean {
  if (reach === null || typeof ties === 'string' || isPair(ties) || ties.site !== 'site_id') return false
  return reach.piles.length === 0 && reach.merchants.length === 0
}

interface Look {
  reach: Reached
  alias: string
  use: Use
}

function tied(entity: Entity, ties: Ties, look: Look): Condition {
  const ways = [
    ...byColumns(ties, look),
    ...(ties.through ? [asItsReference(entity, ties.through, look)] : []),
    ...(ties.rows ? hasRows(ties.rows, look) : []),
    ...(ties.held ? [isHeld(look)] : []),
    ...(ties.named ? [isTheirs(entity, ties.named, look)] : []),
  ]
  return ways.length ? sql`(${sql.join(ways, sql` or `)})` : sql`false`
}

/** What the columns of each tie have to hold. */
const HELD = {
  site: ({ sites }: Reached) => sites,
  pile: ({ piles }: Reached) => piles,
  merchant: ({ merchants }: Reached) => merchants,
  dept: ({ depts }: Reached) => depts,
  user: ({ user_id }: Reached) => [user_id],
  creator: ({ peers }: Reached) => peers,
}
type Tie = keyof typeof HELD

const byColumns = (ties: Pick<Ties, Tie>, { reach, alias, use }: Look): Condition[] =>
  columnsOf(ties, reach).map(([name, ids]) => {
    const column = sql.ref(`${alias}.${name}`)
    // With something beside it, it stays a look into a table of hashes and does not become a join of whole tables.
    if (use === 'some' && areMany(ids)) return sql<SqlBool>`(${column} in (select unnest(${identities(ids)})) or false)`
    return sql<SqlBool>`${column} = any(${identities(ids)})`
  })

/** The columns of a table that tell whose a row is, with what is reached of that. */
export const columnsOf = (ties: Pick<Ties, Tie>, reach: Reached): [column: string, ids: readonly number[]][] =>
  (Object.keys(HELD) as Tie[]).flatMap((tie) => {
    const ids = HELD[tie](reach)
    return ids.length ? [ties[tie] ?? []].flat().map((column): [string, readonly number[]] => [column, ids]) : []
  })

/** Named after the table that points there: one may be reached through several. Of few records the identities serve either use. */
function asItsReference(entity: Entity, field: string, { reach, alias, use }: Look): Condition {
  const other = entityNamed(entity.fields[field]?.to)
  const column = sql.ref(`${alias}.${field}`)
  const its = `${alias}_its`
  if (use === 'find' || !other.tally) return oneOf(column, identitiesOf(other, { reach, alias: its, use: 'find' }))
  const there = within({ reach }, other, its) ?? sql<SqlBool>`true`
  return sql`exists (select from ${sql.table(other.table)} ${sql.ref(its)} where ${sql.ref(`${its}.id`)} = ${column} and ${there})`
}

/** Gathered beforehand: the index on the column serves them. */
const oneOf = (column: RawBuilder<unknown>, identities: RawBuilder<unknown>): Condition =>
  sql`${column} = any(array(${identities}))`

/** The identities of all records that are theirs, each way from its own table. */
function identitiesOf(entity: Entity, look: Look): RawBuilder<unknown> {
  const { own, rows } = apart(entity)
  const there = within(look, own, look.alias, look.use) ?? sql<SqlBool>`true`
  const ids = sql`select ${sql.ref(`${look.alias}.id`)} from ${sql.table(entity.table)} ${sql.ref(look.alias)} where ${there}`
  return sql.join([ids, ...(rows ? ownersIn(rows, look) : [])], sql` union all `)
}

/** The entity as if it belonged by its own columns alone, and the other rows that it belongs by. */
function apart(entity: Entity): { own: Entity; rows?: Rows | undefined } {
  const { within: ties } = entity
  if (typeof ties === 'string' || isPair(ties)) return { own: entity }
  const { rows, ...columns } = ties
  return { own: { ...entity, within: columns }, rows }
}

function hasRows(rows: Rows, look: Look): Condition[] {
  const id = sql.ref(`${look.alias}.id`)
  const owner = sql.ref(`${ofIts(look)}.${rows.own}`)
  return ownersIn(rows, look).map((owners) =>
    look.use === 'find'
      ? oneOf(id, owners)
      : sql<SqlBool>`(exists (${owners} and ${owner} = ${id}) ${look.use === 'some' ? sql`or false` : sql``})`,
  )
}

type Rows = NonNullable<Ties['rows']>
const ofIts = ({ alias }: Look) => `${alias}_of`

/** Whose rows are within reach; none when nothing can be. */
function ownersIn({ table, own, ...ties }: Rows, look: Look): RawBuilder<unknown>[] {
  const alias = ofIts(look)
  const ways = byColumns(ties, { ...look, alias })
  if (!ways.length) return []
  return [
    sql`select ${sql.ref(`${alias}.${own}`)} from ${sql.table(table)} ${sql.ref(alias)} where (${sql.join(ways, sql` or `)})`,
  ]
}

/** A file of theirs is one that any record of theirs holds. */
function isHeld({ reach, alias }: Look): Condition {
  const holders = Object.values(entities as Record<string, Entity>)
    .filter((entity) => fieldsOf(entity).some(([, { kind }]) => FILE_KINDS.has(kind)))
    .map((entity) => {
      const there = within({ reach }, entity, 'r') ?? sql<SqlBool>`true`
      // Of a growing table only those are looked at that hold a file which is asked for.
      const isThere = entity.tally
        ? sql`exists (select from ${sql.table(entity.table)} r where r.id = u.entity_id and ${there})`
        : sql`u.entity_id in (select r.id from ${sql.table(entity.table)} r where ${there})`
      return sql`u.entity = ${entity.name} and ${isThere}`
    })
  return sql`${sql.ref(`${alias}.id`)} in (select u.file_id from file_use u where ${sql.join(holders, sql` or `)})`
}

/** What tells of a record is theirs if that is; of what is nobody's own, everybody's. */
function isTheirs(of: Entity, { entity, id }: NonNullable<Ties['named']>, { reach, alias }: Look): Condition {
  const names = sql.ref(`${alias}.${entity}`)
  const tellsOf = Object.values(entities as Record<string, Entity>)
    .filter((told) => told.name !== of.name && told.within !== 'whole')
    .map((told) => {
      const there = within({ reach }, told, 'r')
      const column = sql.ref(`${alias}.${id}`)
      const isThere = told.tally
        ? sql`exists (select from ${sql.table(told.table)} r where r.id = ${column} and ${there})`
        : sql`${column} in (select r.id from ${sql.table(told.table)} r where ${there})`
      return sql`${names} = ${told.name}${there ? sql` and ${isThere}` : sql``}`
    })
  return sql`(${sql.join(tellsOf, sql` or `)})`
}
