import { type Kysely, sql } from 'kysely'
import { contactOf } from '../../shared/domain/contact.ts'
import { entities } from '../../shared/entities/index.ts'
import { type Entity, fieldsOf, type Titled, titleOf } from '../../shared/kit/entity.ts'
import { maskOf } from '../../shared/kit/mask.ts'
import { fieldsOfKind, titleIn } from '../kit/crud/columns.ts'
import { shownTo } from '../kit/crud/masking.ts'
import type { Database } from '../kit/database/tables.ts'
import { may, type Person } from '../kit/person.ts'
import { withReachedLists } from '../kit/reach/lists.ts'
import { withMaskedTitles } from '../kit/reach/titles.ts'

export type Values = Readonly<Record<string, unknown>>

const everyEntity = entities as Record<string, Entity>

const CONTACTS = [
  ...new Set(
    Object.values(everyEntity).flatMap((entity) => fieldsOf(entity).flatMap(([, { masked }]) => masked ?? [])),
  ),
]

export const entityOf = (name: string): Entity | undefined =>
  Object.hasOwn(everyEntity, name) ? everyEntity[name] : undefined

/** What was written down of a record, as this person may see it: contacts masked wherever they stand. */
export function maskedValues(name: string, values: Values, person: Person): Values {
  const entity = entityOf(name)
  const shown = entity ? shownTo(entity, values, person) : values
  if (CONTACTS.every((permission) => may(person, permission))) return shown
  return Object.fromEntries(
    Object.entries(shown).map(([key, value]) => [key, entity && key in entity.fields ? value : hidden(value)]),
  )
}

/** Of what is no field it is not known whether it is a contact: whatever looks like one is taken for one. */
function hidden(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(hidden)
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, hidden(inner)]))
  if (typeof value !== 'string') return value
  return contactOf(value) ? maskOf({ kind: 'phone' }, value) : value
}

interface Told {
  entity: string
  values: Values
}

/** What was written down and what is told of it to anyone who reaches everything. */
interface Titling extends Told {
  told: Values
}

/** The same as far as this person reaches what it names, by the values as they were written down. */
export async function asReached(
  db: Kysely<Database>,
  person: Person,
  titled: readonly Titling[],
): Promise<ReadonlyMap<Values, Values>> {
  const shown = new Map<Values, Values>()
  for (const name of new Set(titled.map(({ entity }) => entity))) {
    const entity = entityOf(name)
    const ofIt = titled.filter((one) => one.entity === name)
    const told = ofIt.map((one) => one.told)
    const lists = entity ? await withReachedLists(db, person, entity, told) : told
    const reached = entity ? await withMaskedTitles(db, person, entity, lists) : lists
    for (const [at, { values }] of ofIt.entries()) shown.set(values, reached[at] ?? {})
  }
  return shown
}

/** The titles of what these values refer to, where they were not written down with them. */
export async function referenceTitles(db: Kysely<Database>, told: readonly Told[]): Promise<TitleOf> {
  const wanted = new Map<string, Set<number>>()
  for (const { entity: name, values } of told)
    for (const [field, { to = '' }] of referencesIn(name)) {
      const id = values[field]
      if (typeof id !== 'number' || titleOf(field) in values) continue
      wanted.set(to, (wanted.get(to) ?? new Set()).add(id))
    }
  const found = new Map<string, Map<number, Titled>>()
  for (const [name, ids] of wanted) found.set(name, await titlesOf(db, name, [...ids]))
  return (name, id) => found.get(name)?.get(id)
}

type TitleOf = (entity: string, id: number) => Titled | undefined

export const withTitles = ({ entity: name, values }: Told, titleFor: TitleOf): Values => {
  const titles = referencesIn(name).flatMap(([field, { to = '' }]) => {
    const id = values[field]
    const title = typeof id === 'number' ? titleFor(to, id) : undefined
    return title ? [[titleOf(field), title]] : []
  })
  return titles.length ? { ...values, ...Object.fromEntries(titles) } : values
}

const referencesIn = (name: string) => {
  const entity = entityOf(name)
  return entity ? fieldsOfKind(entity, 'reference') : []
}

/** What records are called now; those that are gone are not among them. */
export async function titlesOf(
  db: Kysely<Database>,
  name: string,
  ids: readonly number[],
): Promise<Map<number, Titled>> {
  const entity = entityOf(name)
  if (!entity || !ids.length) return new Map()
  const { rows } = await sql<Titled>`
    select t.id, ${titleIn(entity, 't')} as title from ${sql.table(entity.table)} t where t.id = any(${[...ids]}::bigint[])`.execute(
    db,
  )
  return new Map(rows.map((row) => [row.id, row]))
}
