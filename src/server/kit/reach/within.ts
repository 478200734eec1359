import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { entities } from '../../../shared/entities/index.ts'
import { type Entity, fieldsOf } from '../../../shared/kit/entity.ts'
import type { Field } from '../../../shared/kit/fields.ts'
import type { Ties } from '../../../shared/kit/within.ts'
import { entityNamed } from '../crud/columns.ts'
import type { Person } from '../person.ts'
import type { Reached } from './reach.ts'

type Condition = RawBuilder<SqlBool>
type Asking = Pick<Person, 'reach'>

/**
 * Which records of an entity are there for a person, as a condition on its table as `alias`; null is all of them. The one
 * place that says so: whatever reads records of others than the caller asks here.
 */
export function within({ reach }: Asking, entity: Entity, alias = 't'): Condition | null {
  if (reach === null || entity.within === 'everybody') return null
  if (entity.within === 'whole') return sql`false`
  const ties = entity.within
  if (!isPair(ties)) return tied(entity, ties, { reach, alias })
  const [first, second] = ties
  const empty = sql`${sql.ref(`${alias}.${first.through}`)} is null`
  return sql`(${tied(entity, first, { reach, alias })} or ${empty} and ${tied(entity, second, { reach, alias })})`
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
}

function tied(entity: Entity, ties: Ties, look: Look): Condition {
  const { reach, alias } = look
  const any = (column: string | readonly string[] | undefined, ids: readonly number[]): Condition[] =>
    column === undefined || !ids.length
      ? []
      : [column].flat().map((name) => sql`${sql.ref(`${alias}.${name}`)} = any(${[...ids]}::bigint[])`)
  const ways = [
    ...any(ties.site, reach.sites),
    ...any(ties.pile, reach.piles),
    ...any(ties.merchant, reach.merchants),
    ...any(ties.dept, reach.depts),
    ...any(ties.user, [reach.user_id]),
    ...any(ties.creator, reach.peers),
    ...(ties.through ? [asItsReference(entity, ties.through, look)] : []),
    ...(ties.rows ? hasRows(ties.rows, look) : []),
    ...(ties.held ? [isHeld(look)] : []),
    ...(ties.named ? [isTheirs(entity, ties.named, look)] : []),
  ]
  return ways.length ? sql`(${sql.join(ways, sql` or `)})` : sql`false`
}

/**
 * Of few records the identities are gathered first, so that the index on the reference serves them. Named after the table that
 * points there: one may be reached through several.
 */
function asItsReference(entity: Entity, field: string, { reach, alias }: Look): Condition {
  const other = entityNamed(entity.fields[field]?.to)
  const column = sql.ref(`${alias}.${field}`)
  const its = `${alias}_its`
  const rows = sql`${sql.table(other.table)} ${sql.ref(its)}`
  const there = within({ reach }, other, its) ?? sql<SqlBool>`true`
  return other.tally
    ? sql`exists (select from ${rows} where ${sql.ref(`${its}.id`)} = ${column} and ${there})`
    : sql`${column} = any(array(select ${sql.ref(`${its}.id`)} from ${rows} where ${there}))`
}

function hasRows({ table, own, ...columns }: NonNullable<Ties['rows']>, { reach, alias }: Look): Condition[] {
  const ways = (
    [
      [columns.site, reach.sites],
      [columns.pile, reach.piles],
      [columns.merchant, reach.merchants],
    ] as const
  ).flatMap(([column, ids]) =>
    column && ids.length ? [sql`${sql.ref(`o.${column}`)} = any(${[...ids]}::bigint[])`] : [],
  )
  if (!ways.length) return []
  return [
    sql`${sql.ref(`${alias}.id`)} in (select ${sql.ref(`o.${own}`)} from ${sql.table(table)} o where ${sql.join(ways, sql` or `)})`,
  ]
}

const HOLD_FILES = new Set<Field['kind']>(['image', 'images', 'file'])

/** A file of theirs is one that any record of theirs holds. */
function isHeld({ reach, alias }: Look): Condition {
  const holders = Object.values(entities as Record<string, Entity>)
    .filter((entity) => fieldsOf(entity).some(([, { kind }]) => HOLD_FILES.has(kind)))
    .map((entity) => {
      const there = within({ reach }, entity, 'r') ?? sql<SqlBool>`true`
      const ids = sql`select r.id from ${sql.table(entity.table)} r where ${there}`
      return sql`u.entity = ${entity.name} and u.entity_id in (${ids})`
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
