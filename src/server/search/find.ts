import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely'
import { SEARCHED, type search } from '../../shared/endpoints/shell.ts'
import type { Data, Parsed } from '../../shared/kit/endpoint.ts'
import { type Entity, permissionOf, titleField, titleFields } from '../../shared/kit/entity.ts'
import { FALLBACK, type Language } from '../../shared/kit/languages.ts'
import type { Context } from '../kit/context.ts'
import { inUse } from '../kit/crud/archive.ts'
import { entityNamed } from '../kit/crud/columns.ts'
import { ownSearched } from '../kit/crud/keyword.ts'
import type { Kept } from '../kit/crud/rows.ts'
import { byFew } from '../kit/database/moment.ts'
import type { Database } from '../kit/database/tables.ts'
import { may, NOBODY, narrowed, type Person } from '../kit/person.ts'
import { theirsOf } from '../kit/reach/hold.ts'
import { within } from '../kit/reach/within.ts'
import { knows, say } from '../kit/words.ts'
import { inBrief } from './brief.ts'
import { type Looked, look, type Wanted } from './look.ts'
import { withSaid } from './marks.ts'
import { PLACES, type Place } from './places.ts'
import { type Typed, typedAs } from './word.ts'

type Db = Kysely<Database>
type Asking = Pick<Context, 'db' | 'person' | 'language'>
type Found = Data<typeof search>
interface FoundOfKind {
  records: (Omit<Found['records'][number], 'said'> & { word: string | null })[]
  more: boolean
}

const MOST_OF_EACH = 5
/** One search is by so many connections. */
const AT_ONCE = 3
/** What belongs to so many of those that hold the word is looked at. */
const OWNERS = 50
const OWNING = new Set(
  SEARCHED.flatMap((name) =>
    Object.keys(PLACES[name].through ?? {}).map((field) => entityNamed(name).fields[field]?.to),
  ),
)
/** So many of each of those are asked whether they are within reach, the newest. */
const OF_AN_OWNER = 200
/** Of those within reach so many are looked at for the newest that are in use. */
const LATEST = 200
/** Whose reach is everything. */
const ANYBODY: Person = { ...NOBODY, reach: null }

/** The newest few of each kind that the person may list, of `only` or of all kinds; what is called exactly so stands first. */
export async function find(asking: Asking, { keyword, only }: Parsed<typeof search>): Promise<Found> {
  const kinds = SEARCHED.filter((name) => only === undefined || name === only).filter((name) =>
    may(asking.person, permissionOf(entityNamed(name), 'list')),
  )
  const db = byFew(asking.db, AT_ONCE)
  const typed = await typedAs(db, keyword)
  const finding = lookingOnce(db)
  const found = await Promise.all(
    kinds.map((name) => findIn({ ...asking, db, typed, finding, entity: entityNamed(name), place: PLACES[name] })),
  )
  const records = found.flatMap((one) => one.records)
  return { records: await withSaid(db, records, keyword), more: found.some(({ more }) => more) }
}

const written = new WeakMap<object, string>()

/** Tells reaches apart; that of ten thousand sites is written once. */
function writtenReach({ reach }: Pick<Person, 'reach'>): string {
  if (reach === null) return ''
  const known = written.get(reach) ?? JSON.stringify(reach)
  written.set(reach, known)
  return known
}

type Finding = (wanted: Omit<Wanted, 'most'>) => Promise<Looked>

/** Orders and cards have the same customers: within the same reach they are looked for once. */
function lookingOnce(db: Db): Finding {
  const known = new Map<string, Promise<Looked>>()
  return (wanted) => {
    const { entity, person, only } = wanted
    const key = [entity.name, wanted.isByIndexAlone, writtenReach(person), ...only].join()
    const found = known.get(key) ?? look(db, { ...wanted, most: OWNING.has(entity.name) ? OWNERS : MOST_OF_EACH })
    known.set(key, found)
    return found
  }
}

interface Kind extends Asking {
  entity: Entity
  place: Place
  typed: Typed
  finding: Finding
}

async function findIn(kind: Kind): Promise<FoundOfKind> {
  const { db, entity, place, typed, language } = kind
  const person = narrowed(kind.person, permissionOf(entity, 'list'))
  const also = (await place.also?.(db, language, typed.keyword)) ?? null
  const only = [...ownSearched(entity), ...(place.fields ?? [])]
  const looks = await Promise.all([
    kind.finding({ entity, typed, person, only, also, by: place.by ?? 'id' }),
    ...Object.entries(place.through ?? {}).map(([field, by]) => findThrough(kind, { person, field, by })),
  ])
  const ids = await newestOf(kind, person, looks)
  const records = await inBrief(db, kind, ids.slice(0, MOST_OF_EACH), person)
  return {
    records: records.map((record) => ({
      entity: entity.name,
      id: record.id,
      title: String(record[titleField(entity)]),
      word: place.word?.(language, String(record[titleField(entity)])) ?? null,
      detail: detailOf(kind, record),
    })),
    more: ids.length > MOST_OF_EACH || looks.some(({ more }) => more),
  }
}

interface Through {
  /** As far as they may list what is looked for. */
  person: Person
  field: string
  by: string
}

/** Who finds the same ones themselves finds what is theirs by all of their fields: it is one search for both. */
function isListedAlike(asking: Person, { reach }: Pick<Person, 'reach'>, to: Entity): boolean {
  const list = permissionOf(to, 'list')
  return may(asking, list) && writtenReach(narrowed(asking, list)) === writtenReach({ reach })
}

/** The newest of each of those that the word finds. */
async function findThrough(kind: Kind, { person, field, by }: Through): Promise<Looked> {
  const { db, entity, typed, finding } = kind
  const to = entityNamed(entity.fields[field]?.to)
  const wanted = { entity: to, typed, by: 'id' }
  const only = isListedAlike(kind.person, person, to) ? ownSearched(to) : titleFields(to)
  // What happened stays where it happened: a pile that has moved out of reach left its orders there.
  const anywhere =
    !to.maskedTitle && within(person, to)
      ? [finding({ ...wanted, person: ANYBODY, only: titleFields(to), isByIndexAlone: true })]
      : []
  const [own, ...others] = await Promise.all([finding({ ...wanted, person, only }), ...anywhere])
  const asked = new Set(await theirsOf(db, person, to, own.unasked))
  const named = own.unasked.filter((id) => asked.has(id))
  const lists = [named, own.ids, ...others.map(({ ids, unasked }) => [...unasked, ...ids])]
  const owners = [...new Set(lists.flatMap((ids) => ids.slice(0, OWNERS)))]
  // How many hold the word out of reach is told to nobody.
  const more = own.more || named.length > OWNERS || own.ids.length > OWNERS
  if (!owners.length) return { ids: [], unasked: [], more }
  const theirs = within(person, entity, 't', 'some') ?? sql<SqlBool>`true`
  const { rows } = await sql<{ id: number }>`
    select its.id from unnest(${owners}::bigint[]) owner (id) cross join lateral (
      select t.id from (select * from ${sql.table(entity.table)} t where ${sql.ref(`t.${field}`)} = owner.id
        order by ${sql.ref(`t.${by}`)} desc, t.id desc limit ${sql.lit(OF_AN_OWNER)}) t
      where ${theirs} limit ${sql.lit(MOST_OF_EACH)}) its`.execute(db)
  return { ids: rows.map(({ id }) => id), unasked: [], more }
}

/** One more than are shown: whether there are more. */
async function newestOf({ db, entity, typed }: Kind, person: Person, looks: readonly Looked[]): Promise<number[]> {
  const ids = [...new Set(looks.flatMap((found) => found.ids))].sort((a, b) => b - a).slice(0, LATEST)
  const unasked = [...new Set(looks.flatMap((found) => found.unasked))]
  if (!ids.length && !unasked.length) return []
  const theirs = unasked.length ? within(person, entity, 't', 'some') : null
  const where: RawBuilder<SqlBool>[] = [
    sql`t.id = any(${[...ids, ...unasked]}::bigint[])`,
    ...inUse(entity),
    ...(theirs ? [sql<SqlBool>`(t.id = any(${ids}::bigint[]) or ${theirs})`] : []),
  ]
  const isCalledSo = titleFields(entity).map(
    (name) => sql`coalesce(lower(${sql.ref(`t.${name}`)}) = lower(${typed.keyword}), false)`,
  )
  const { rows } = await sql<{ id: number }>`
    select t.id from ${sql.table(entity.table)} t where ${sql.join(where, sql` and `)}
    order by (${sql.join(isCalledSo, sql` or `)}) desc, t.id desc limit ${MOST_OF_EACH + 1}`.execute(db)
  return rows.map(({ id }) => id)
}

const detailOf = ({ entity, place, language }: Kind, record: Kept): string =>
  place.details
    .map((name) => {
      const value = record[name] as string | { title: string } | null
      if (value && typeof value === 'object') return value.title
      return value && inWords(language, entity.fields[name]?.words, value)
    })
    .filter((said) => said && said !== record[titleField(entity)])
    .join(' · ')

/** A text that may be the name of something which the console calls otherwise. */
function inWords(language: Language, parts: readonly string[] = [], text: string): string {
  const key = parts.map((part) => `${part}.${text}`).find((name) => knows(language, name) || knows(FALLBACK, name))
  return key ? say(language, { key }) : text
}
