import { type Kysely, type RawBuilder, sql } from 'kysely'
import { entities } from '../../../shared/entities/index.ts'
import { type Entity, fieldsOf, titleField } from '../../../shared/kit/entity.ts'
import type { Use } from '../../../shared/kit/uses.ts'
import type { Looking } from '../context.ts'
import type { Database } from '../database/tables.ts'
import { theirsOf } from '../reach/hold.ts'
import { within } from '../reach/within.ts'
import { entityNamed, pairsOf, titleIn } from './columns.ts'

type Db = Kysely<Database>

/** Most records that are named of one kind. */
const NAMED = 3

interface Holding {
  holder: Entity
  field: string
  /** `select owner, holder_id` of every record that points at one of these. */
  pairs(ids: readonly number[]): RawBuilder<unknown>
}

/** Where records of this entity are pointed at. What a view adds up of them holds none. */
function holdingsOf(entity: Entity): Holding[] {
  return Object.values(entities as Record<string, Entity>).flatMap((holder) =>
    (holder.over ? [] : fieldsOf(holder)).flatMap(([field, { kind, to }]) => {
      if (to !== entity.name) return []
      if (kind === 'references') {
        const { table, own, other } = pairsOf(holder, field)
        return [{ holder, field, pairs: pairsIn(table, other, own) }]
      }
      return [{ holder, field, pairs: pairsIn(holder.table, field, 'id') }]
    }),
  )
}

const pairsIn = (table: string, owner: string, holder: string) => (ids: readonly number[]) =>
  sql`select ${sql.ref(owner)} as owner, ${sql.ref(holder)} as holder_id from ${sql.table(table)}
    where ${sql.ref(owner)} in (${sql.join(ids)})`

/** People edit it and it is not put away: what it points at is in use now. What only the server writes is history. */
const isManaged = ({ calls }: Entity) => calls.update !== undefined

/** What uses each of these records now, by their identities; records of its own kind that go with them do not count. */
export async function usesOf(
  { db, person }: Looking,
  entity: Entity,
  ids: readonly number[],
): Promise<Map<number, Use[]>> {
  const uses = new Map<number, Use[]>()
  for (const { holder, pairs } of holdingsOf(entity)) {
    if (entity.archives && !isManaged(holder)) continue
    const { rows } = await namedHolders({ db, person }, holder, pairs(ids), holder === entity ? ids : [])
    for (const { owner, count, ids: holders, titles } of rows)
      uses.set(owner, [...(uses.get(owner) ?? []), { entity: holder.name, ids: holders, titles, count }])
  }
  return uses
}

function namedHolders({ db, person }: Looking, holder: Entity, pairs: RawBuilder<unknown>, except: readonly number[]) {
  // What is named by another record has no name of its own.
  const title = holder.fields[titleField(holder)]?.kind === 'reference' ? sql`null` : titleIn(holder, 't')
  return sql<{ owner: number; count: number; ids: number[]; titles: string[] }>`
    select owner, max(total) as count, coalesce(array_agg(id order by id) filter (where theirs), '{}') as ids,
      coalesce(array_agg(title order by id) filter (where theirs and title is not null), '{}') as titles
    from (
      select pairs.owner, t.id, ${title} as title, ${within(person, holder) ?? sql`true`} as theirs, count(*) over of_owner as total,
        row_number() over (partition by pairs.owner order by t.id) as place
      from (${pairs}) pairs join ${sql.table(holder.table)} t on t.id = pairs.holder_id
      where t.id <> all(${[...except]}::bigint[]) ${holder.archives ? sql`and t.archived_at is null` : sql``}
      window of_owner as (partition by pairs.owner)) held
    where place <= ${NAMED} group by owner order by owner`.execute(db)
}

/** The same for records of `entity` that a feature found: `owner` is the record they use. */
export async function usesBy(
  { db, person }: Looking,
  entity: string,
  found: readonly { owner: number; id: number; title: string }[],
): Promise<Map<number, Use[]>> {
  const ids = found.map(({ id }) => id)
  const theirs = new Set(await theirsOf(db, person, entityNamed(entity), ids))
  const uses = new Map<number, Use[]>()
  for (const owner of new Set(found.map((each) => each.owner))) {
    const own = found.filter((each) => each.owner === owner)
    const named = own.filter(({ id }) => theirs.has(id)).slice(0, NAMED)
    uses.set(owner, [
      { entity, ids: named.map(({ id }) => id), titles: named.map(({ title }) => title), count: own.length },
    ])
  }
  return uses
}

/** Those of the records that anything points at: anyone who reads it later wants to know their names. */
export async function pointedAt(db: Db, entity: Entity, ids: readonly number[]): Promise<number[]> {
  const found = new Set<number>()
  for (const { pairs } of holdingsOf(entity)) {
    const { rows } = await sql<{ id: number }>`
      select given.id from unnest(${[...ids]}::bigint[]) as given(id)
      where exists (select from (${pairs(ids)}) pairs where pairs.owner = given.id)`.execute(db)
    for (const { id } of rows) found.add(id)
  }
  return [...found]
}
