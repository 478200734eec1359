import type { Kysely } from 'kysely'
import type { Entity } from '../../../shared/kit/entity.ts'
import { entityNamed, fieldsOfKind } from '../crud/columns.ts'
import type { Database } from '../database/tables.ts'
import type { Person } from '../person.ts'
import { theirsOf } from './hold.ts'
import { within } from './within.ts'

type Db = Kysely<Database>
type Values = Readonly<Record<string, unknown>>

/** Records as this person reads them: a list of references names those that are there for them. */
export async function withReachedLists<R extends Values>(
  db: Db,
  person: Person,
  entity: Entity,
  records: readonly R[],
): Promise<R[]> {
  let shown = [...records]
  for (const [name, other] of limitedLists(person, entity)) {
    const theirs = new Set(
      await theirsOf(db, person, other, [...new Set(shown.flatMap((record) => idsIn(record[name])))]),
    )
    shown = shown.map((record) =>
      Array.isArray(record[name]) ? { ...record, [name]: idsIn(record[name]).filter((id) => theirs.has(id)) } : record,
    )
  }
  return shown
}

/** A change whose lists still hold what the writer never saw of them. */
export async function withUnreached<C extends Values>(
  db: Db,
  person: Person,
  entity: Entity,
  { change, before }: { change: C; before: Values },
): Promise<C> {
  let whole = change
  for (const [name, other] of limitedLists(person, entity)) {
    if (!Array.isArray(change[name])) continue
    const kept = idsIn(before[name])
    const theirs = new Set(await theirsOf(db, person, other, kept))
    const unseen = kept.filter((id) => !theirs.has(id))
    if (unseen.length)
      whole = { ...whole, [name]: [...new Set([...idsIn(change[name]), ...unseen])].sort((a, b) => a - b) }
  }
  return whole
}

/** The lists of references of which this person may not reach all, with what they point at. */
const limitedLists = (person: Person, entity: Entity): [string, Entity][] =>
  fieldsOfKind(entity, 'references')
    .map(([name, { to }]): [string, Entity] => [name, entityNamed(to)])
    .filter(([, other]) => within(person, other) !== null)

const idsIn = (value: unknown): number[] => (Array.isArray(value) ? value : [])
