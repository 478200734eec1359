import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely'
import { TODO_KINDS, type Todo, type TodoKind, type todos } from '../../shared/endpoints/todos.ts'
import type { Data } from '../../shared/kit/endpoint.ts'
import { keptPlan } from '../kit/database/client.ts'
import type { Database } from '../kit/database/tables.ts'
import { may, narrowed, type Person } from '../kit/person.ts'
import { reached } from '../kit/reach/within.ts'
import { type Source, sources } from './sources.ts'

/** Of each kind; the record's own list has the rest. */
const MOST_OF_A_KIND = 10
/** Nobody needs the number of more. */
const MOST_COUNTED = 10_000

type Found = Todo & { found: number }

/** The kinds that a person may deal with. */
export const sourcesFor = (person: Person): Source[] => sources.filter(({ permission }) => may(person, permission))

/** Those of a source that wait for this person. */
export function waitingFor(person: Person, { waits, entity, permission, notFor }: Source): RawBuilder<SqlBool> {
  const dealing = narrowed(person, permission)
  return sql`${waits} and ${reached(dealing, entity)}${notFor ? sql` and not (${notFor(dealing)})` : sql``}`
}

export async function ownTodos(db: Kysely<Database>, person: Person): Promise<Data<typeof todos>> {
  const parts = sourcesFor(person).map((source) => {
    const { kind, from, title, about, connector_number = sql`null::int`, since } = source
    const waiting = sql`from ${from} where ${waitingFor(person, source)}`
    return sql`(select ${kind}::text as kind, t.id, ${title} as title, ${about} as about,
      ${connector_number} as connector_number, ${since} as since,
      (select count(*)::int from (select ${waiting} limit ${sql.lit(MOST_COUNTED + 1)}) known) as found
      ${waiting} order by since desc, t.id desc limit ${sql.lit(MOST_OF_A_KIND)})`
  })
  if (!parts.length) return { total: 0, more: false, groups: [] }
  const all = sql<Found>`${sql.join(parts, sql` union all `)}`
  // Every page asks for it, and planning it takes longer than all else of it. How much a part of the network is, its plan must know.
  const { rows } = await keptPlan(all, person.reach === null).execute(db)
  const groups = TODO_KINDS.flatMap((kind) => groupOf(kind, rows))
  return {
    total: groups.reduce((sum, { count }) => sum + count, 0),
    more: groups.some(({ more }) => more),
    groups,
  }
}

function groupOf(kind: TodoKind, rows: readonly Found[]) {
  const own = rows.filter((row) => row.kind === kind)
  const found = own[0]?.found ?? 0
  const [count, more] = [Math.min(found, MOST_COUNTED), found > MOST_COUNTED]
  return found ? [{ kind, count, more, rows: own.map(({ found: _, ...row }) => row) }] : []
}
