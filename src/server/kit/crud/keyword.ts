import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { pinyinIn } from '../../../shared/domain/said-part.ts'
import { type Entity, fieldsOf, titleFields } from '../../../shared/kit/entity.ts'
import type { Field } from '../../../shared/kit/fields.ts'
import { may, NOBODY, type Person } from '../person.ts'
import { within } from '../reach/within.ts'
import { entityNamed } from './columns.ts'
import { entityFor } from './masking.ts'
import { allSaid } from './translations.ts'

export type Condition = RawBuilder<SqlBool>

const joined =
  (by: RawBuilder<unknown>) =>
  (places: readonly Pick<Place, 'condition'>[]): Condition =>
    sql`(${sql.join(
      places.map(({ condition }) => condition),
      by,
    )})`
export const anyOf = joined(sql` or `)
const allOf = joined(sql` and `)

/**
 * Whether few records will match, so that finding all of them first is quicker than walking the order until enough
 * were met. An index by three letters helps no shorter word, and those match often.
 */
export const isTelling = (keyword: unknown): boolean => typeof keyword === 'string' && keyword.trim().length >= 3

/**
 * Finds the keyword in any field that is searched, and in the titles of what such a reference points at. What someone sees a
 * mask of is found as a whole only: by its parts it could be guessed digit for digit.
 */
export function keywordCondition(entity: Entity, keyword: unknown, person: Person = NOBODY): Condition | null {
  const wanted = wordIn(keyword)
  const places = wanted ? placesIn(entity, { wanted, person, holds: anywhere(wanted) }) : []
  return places.length ? anyOf(places) : null
}

/**
 * The same, a place for each field, for tables that grow without end. Three letters or digits of ours in a row are looked for
 * anywhere, by an index of such threes, which knows no other script; anything shorter at the beginning, as typed or in one case.
 * `only` names the fields to look in instead of those that are searched.
 */
export function searchedFor(
  entity: Entity,
  keyword: unknown,
  person: Person,
  only?: readonly string[],
): Searched | null {
  const wanted = wordIn(keyword)
  if (!wanted) return null
  const isAnywhere = /[0-9A-Za-z]{3}/.test(wanted)
  const holds = isAnywhere ? anywhere(wanted) : begins(wanted)
  const places = placesIn(entity, { wanted, person, holds, part: partOf(wanted) }, only)
  return places.length ? { isAnywhere, length: [...wanted].length, places } : null
}

/**
 * The fields of its own that hold the word anywhere, asked of rows at hand and never of an index: who walks what is theirs has the
 * planner begin there. Letters are compared as in the locale C, which costs a tenth of any other.
 */
export function heldIn(entity: Entity, keyword: unknown, person: Person, only: readonly string[]): Condition | null {
  const wanted = wordIn(keyword)
  if (!wanted) return null
  const pattern = `%${escaped(wanted)}%`
  const like = /[a-z]/i.test(wanted) ? sql`ilike` : sql`like`
  const holds: Holds = (column) => sql`${column} collate "C" ${like} ${pattern}`
  const places = placesIn(entity, { wanted, person, holds, behind: sql`collate "C"` }, only)
  return places.length ? anyOf(places) : null
}

/** At the beginning of each of these fields, each way to write it by itself: an index walks one of them and stops when it has enough. */
export function beginningsIn(
  entity: Entity,
  keyword: string,
  person: Person,
  only: readonly string[],
): readonly Condition[] {
  const wanted = wordIn(keyword)
  return casesOf(wanted).flatMap((word) =>
    ownPlaces(entity, { wanted, person, holds: (column) => sql`${column} like ${`${escaped(word)}%`}` }, only).map(
      ({ condition }) => condition,
    ),
  )
}

/**
 * Where these fields are said so, and hold `written` besides. An index goes through the list of every three letters of what is said: its
 * beginning is enough, and the rest is asked of what that finds.
 */
export function isSpelledIn(entity: Entity, said: string, only: readonly string[], written = ''): readonly Condition[] {
  const beginning = said.slice(0, PART)
  return fieldsOf(entity)
    .filter(([name]) => only.includes(name))
    .flatMap(([name, field]) => {
      const begins = spelledPlace(name, field, { wanted: beginning })
      const whole = said === beginning ? [] : spelledPlace(name, field, { wanted: said, behind: sql`|| ''` })
      const also = written && begins.length ? [{ condition: anywhere(written)(sql.ref(`t.${name}`)) }] : []
      return begins.length ? [allOf([...begins, ...whole, ...also])] : []
    })
}

/** The searched fields that hold a word themselves. */
export const ownSearched = (entity: Entity): string[] =>
  fieldsOf(entity).flatMap(([name, field]) => (field.search && field.kind !== 'reference' ? [name] : []))

export interface Searched {
  isAnywhere: boolean
  length: number
  places: readonly Place[]
}

/** A field that is looked in. */
export interface Place {
  name: string
  /** Tells of a row of `t` at hand whether the word is there. */
  condition: Condition
  /** The word is looked for in the title of what the field refers to, of which there are many too. */
  of?: Entity
  /** A part of the word stands for all of it in the index. */
  part?: {
    condition: Condition
    /** The index by the part, each row by the whole. */
    whole: Condition
  }
}

/** Whether a column holds the word. */
type Holds = (column: RawBuilder<unknown>) => Condition

const wordIn = (keyword: unknown): string => (typeof keyword === 'string' ? keyword.trim() : '')
const escaped = (wanted: string) => wanted.replace(/[\\%_]/g, '\\$&')

const PART = 8

/**
 * The letters and digits in a row that tell most: an index goes through the list of every three of a long word, and those
 * of an address's `@mail.example` are as long as the table. What stands beside them in the word tells that a row of letters begins or
 * ends there, which the index knows as well: a card's number has no beginning before the digits of `CD-000040`.
 */
function partOf(wanted: string): string | null {
  const digits = (run: string) => run.replace(/\D/g, '').length
  const runs = [...wanted.matchAll(/[0-9A-Za-z]{3,}/g)].sort(([a], [b]) => digits(b) - digits(a))
  const [best] = runs
  if (!best) return null
  const end = best.index + best[0].length
  const start = Math.max(best.index, end - PART)
  const before = start === best.index ? [...wanted.slice(0, start)].slice(-1).join('') : ''
  const [after = ''] = wanted.slice(end)
  const part = `${before}${wanted.slice(start, end)}${after}`
  return part.length < wanted.length ? part : null
}

const anywhere = (wanted: string): Holds => {
  const pattern = `%${escaped(wanted)}%`
  return (column) => sql`${column} ilike ${pattern}`
}

/** An index by the beginning knows no other case than that of the letters themselves. */
export const casesOf = (wanted: string): string[] => [...new Set([wanted, wanted.toUpperCase(), wanted.toLowerCase()])]

const begins = (wanted: string): Holds => {
  const patterns = casesOf(wanted).map((word) => `${escaped(word)}%`)
  return (column) =>
    sql`(${sql.join(
      patterns.map((pattern) => sql`${column} like ${pattern}`),
      sql` or `,
    )})`
}

interface Wanted {
  wanted: string
  person: Person
  holds: Holds
  part?: string | null
  /** Put behind the column: another collation than its own, or what keeps an index from it. */
  behind?: RawBuilder<unknown>
}

const searchedFields = (entity: Entity, { person }: Wanted, only?: readonly string[]) =>
  fieldsOf(entityFor(entity, person)).filter(([name, field]) => (only ? only.includes(name) : field.search))

const placesIn = (entity: Entity, wanted: Wanted, only?: readonly string[]): Place[] =>
  searchedFields(entity, wanted, only).flatMap(([name, field]) => [
    placeOf(name, field, wanted),
    ...spelledPlace(name, field, wanted),
  ])

const ownPlaces = (entity: Entity, wanted: Wanted, only: readonly string[]): Place[] =>
  searchedFields(entity, wanted, only).map(([name, field]) => placeOf(name, field, wanted))

function placeOf(name: string, field: Field, { wanted, person, holds, part }: Wanted): Place {
  const column = field.kind === 'translated' ? allSaid(sql.ref(`t.${name}`)) : sql.ref(`t.${name}`)
  if (field.masked && !may(person, field.masked)) return { name, condition: sql`${column} = ${wanted}` }
  if (field.kind !== 'reference')
    return { name, condition: holds(column), ...(part && { part: byPart(column, part, holds) }) }
  const to = entityNamed(field.to)
  return to.tally
    ? { name, condition: isOf(name, to, { holds, wanted, person }), of: to }
    : { name, condition: refersTo(name, to, { holds: anywhere(wanted), wanted, person }) }
}

/** Where a name is found by how it is said; nowhere when the word is no pinyin. */
function spelledPlace(
  name: string,
  field: Pick<Field, 'spelled'>,
  { wanted, behind = sql`` }: Pick<Wanted, 'wanted' | 'behind'>,
  alias = 't',
) {
  const said = field.spelled ? pinyinIn(wanted) : null
  return said === null
    ? []
    : [{ name, condition: sql<SqlBool>`(${sql.ref(`${alias}.${name}_spelled`)} ${behind}) like ${`% ${said}%`}` }]
}

function byPart(column: RawBuilder<unknown>, part: string, holds: Holds) {
  const condition = anywhere(part)(column)
  return { condition, whole: sql<SqlBool>`(${condition} and ${holds(inNoIndex(column))})` }
}

/** What is put together is in none. */
const inNoIndex = (column: RawBuilder<unknown>) => sql`(${column} || '')`

// As an array made beforehand the index on the reference serves it.
const refersTo = (name: string, to: Entity, looking: Looking): Condition =>
  sql`${sql.ref(`t.${name}`)} = any(array(select r.id from ${sql.table(to.table)} r where ${isTitled(to, looking)}))`

// A million titles are not gathered beforehand: each row looks at its own.
const isOf = (name: string, to: Entity, looking: Looking): Condition =>
  sql`exists (select from ${sql.table(to.table)} r where r.id = ${sql.ref(`t.${name}`)} and ${isTitled(to, looking)})`

type Looking = Pick<Wanted, 'holds' | 'wanted' | 'person'>

/** Whom someone sees a mask of is not found by what it hides. */
function isTitled(to: Entity, { holds, wanted, person }: Looking): Condition {
  const named = anyOf(
    titleFields(to).flatMap((name) => [
      { condition: holds(sql.ref(`r.${name}`)) },
      ...spelledPlace(name, to.fields[name] ?? {}, { wanted }, 'r'),
    ]),
  )
  const theirs = to.maskedTitle ? within(person, to, 'r') : null
  return theirs ? sql`(${named} and ${theirs})` : named
}
