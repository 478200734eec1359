import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { regionSpan } from '../../../shared/domain/region-code.ts'
import { takesChoice } from '../../../shared/kit/dictionaries.ts'
import type { Entity } from '../../../shared/kit/entity.ts'
import type { Field } from '../../../shared/kit/fields.ts'
import { wrongField } from '../refusal.ts'
import { entityNamed, fieldNamed, pairsOf } from './columns.ts'
import type { Bounds } from './tally-parts.ts'

type Condition = RawBuilder<SqlBool>
type Values = Readonly<Record<string, unknown>>
type Range = { from?: unknown; to?: unknown }

/** One field's filter, as a condition on the table as `t`. */
export interface Filter {
  name: string
  condition: Condition
  /** Of a range of moments. */
  bounds?: Bounds
  /** Nobody asked for it: it is what the person reaches, and holds where filters are left out. */
  always?: true
}

type Value = string | number | boolean
/** Both ends are included; at least one is there. */
export interface Ends {
  from?: Value
  to?: Value
}

/** What a feature means by a filter of its entity, where that is not the column's value: one of some values, or what lies in a range. */
export type OwnFilters = Readonly<Record<string, (values: readonly Value[], range?: Ends) => Condition>>

/** Words of a list's or an options' query that are no filters; `_` is a browser's stamp against caches. */
const OTHER = new Set(['page_num', 'page_size', 'prop', 'order', 'keyword', 'ids', 'all', 'archived', '_'])
const MOST_VALUES = 200

/**
 * Conditions from filters under their fields' names: a value, a list of values, or `{ from, to }`. A query string says the same
 * flat: lists and ranges as JSON, or `<field>_from` and `<field>_to`. `to` is included, except that of an instant. Empty values
 * filter nothing.
 */
export function filtersOf(entity: Entity, query: Values, own: OwnFilters = {}): Filter[] {
  return Object.entries(nested(entity, query))
    .filter(([name, value]) => name !== entity.over && !isEmpty(value))
    .map(([name, value]) => {
      const field = filterNamed(entity, name)
      const found = own[name]
      if (!field || UNFILTERED.has(field.kind) || (name in entity.filters && !found))
        throw wrongField(name, 'unknown_field')
      if (found) return { name, condition: ownCondition(found, { name, field, value }) }
      if (field.kind === 'choices') return { name, condition: overlaps(name, field, value) }
      if (field.kind === 'translated') return { name, condition: says(name, field, value) }
      if (field.kind === 'references') return { name, condition: contains(entity, name, several(name, field, value)) }
      const bounds = field.kind === 'instant' ? boundsOf(value) : undefined
      return { name, condition: condition(name, field, value), ...(bounds && { bounds }) }
    })
}

export const filterConditions = (entity: Entity, query: Values, own?: OwnFilters): Condition[] =>
  filtersOf(entity, query, own).map(({ condition }) => condition)

/** A field, or what a list is narrowed by beside them. */
const filterNamed = (entity: Entity, name: string): Field | undefined =>
  Object.hasOwn(entity.filters, name) ? entity.filters[name] : fieldNamed(entity, name)

interface Narrowed {
  name: string
  field: Field
  value: unknown
}

function ownCondition(found: OwnFilters[string], { name, field, value }: Narrowed): Condition {
  if (typeof value !== 'object' || Array.isArray(value)) return found(several(name, field, value))
  const { from, to, ...others } = value as Range
  if (Object.keys(others).length || !isOrdered(field)) throw wrongField(name, 'invalid')
  return found([], {
    ...(!isEmpty(from) && { from: one(name, field, from) }),
    ...(!isEmpty(to) && { to: one(name, field, to) }),
  })
}

function boundsOf(value: unknown): Bounds | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
  const { from, to } = value as Range
  return { from: moment(from), to: moment(to) }
}

function nested(entity: Entity, query: Values): Values {
  const filters: Record<string, unknown> = {}
  for (const [name, given] of Object.entries(query)) {
    if (OTHER.has(name) && !filterNamed(entity, name)) continue
    const value = typeof given === 'string' && /^[[{]/.test(given) ? parsed(name, given) : given
    const [, base = '', end = ''] = /^(.+)_(from|to)$/.exec(name) ?? []
    if (!filterNamed(entity, name) && filterNamed(entity, base))
      filters[base] = { ...(filters[base] as object), [end]: value }
    else filters[name] = value
  }
  return filters
}

function parsed(name: string, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw wrongField(name, 'invalid')
  }
}

const isEmpty = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === '' ||
  (Array.isArray(value) && value.length === 0) ||
  (typeof value === 'object' && Object.values(value as object).every(isEmpty))

function condition(name: string, field: Field, value: unknown): Condition {
  if (field.kind === 'region') return within(name, field, value)
  if (field.kind === 'reference' && isTree(entityNamed(field.to))) return below(name, field, value)
  const column = sql.ref(`t.${name}`)
  if (Array.isArray(value))
    return sql`${column} in (${sql.join(several(name, field, value).map((each) => typed(field, each)))})`
  if (typeof value === 'object') return range(name, field, value as Range)
  return sql`${column} = ${typed(field, one(name, field, value))}`
}

/** The two ends of what a query says of one field, one value being both; refused when it says anything else. */
export function rangeIn(entity: Entity, name: string, query: Values): Range {
  const value = nested(entity, query)[name]
  if (isEmpty(value)) return {}
  if (typeof value !== 'object') return { from: value, to: value }
  if (Array.isArray(value)) throw wrongField(name, 'invalid')
  const { from, to, ...others } = value as Range
  if (Object.keys(others).length) throw wrongField(name, 'invalid')
  return { from, to }
}

/** A day that a caller gave; null for none. */
export const dayIn = (name: string, value: unknown): string | null =>
  isEmpty(value) ? null : (moment(value)?.slice(0, 10) ?? refuse(name, 'not_a_day'))

/** A province or a city is found with all that lies in it: their codes begin alike. */
function within(name: string, field: Field, value: unknown): Condition {
  const codes = several(name, field, value).map(Number)
  const column = sql.ref(`t.${name}`)
  const spans = codes.map((code) => {
    const [first, last] = regionSpan(code)
    return sql<SqlBool>`${column} between ${first} and ${last}`
  })
  return sql`(${sql.join(spans, sql` or `)})`
}

const isTree = ({ name, fields }: Entity) => fields.parent_id?.to === name

/** What belongs to something that lies in a tree is found by whatever that lies under. */
function below(name: string, field: Field, value: unknown): Condition {
  const ids = several(name, field, value).map(Number)
  const tree = sql.table(entityNamed(field.to).table)
  return sql`${sql.ref(`t.${name}`)} in (
    with recursive below as (
      select id from ${tree} where id = any(${ids}::bigint[])
      union
      select under.id from ${tree} under join below on under.parent_id = below.id)
    select id from below)`
}

function range(name: string, field: Field, { from, to, ...others }: Range): Condition {
  if (Object.keys(others).length || !isOrdered(field)) throw wrongField(name, 'invalid')
  const column = sql.ref(`t.${name}`)
  const before = field.kind === 'instant' ? sql`<` : sql`<=`
  const end = (value: unknown) => typed(field, one(name, field, value))
  const bounds = [
    ...(isEmpty(from) ? [] : [sql<SqlBool>`${column} >= ${end(from)}`]),
    ...(isEmpty(to) ? [] : [sql<SqlBool>`${column} ${before} ${end(to)}`]),
  ]
  return sql`(${sql.join(bounds, sql` and `)})`
}

/** Holds any of what is asked for. */
function overlaps(name: string, field: Field, value: unknown): Condition {
  const wanted = several(name, field, value).map(String)
  return sql`${sql.ref(`t.${name}`)} && ${wanted}::text[]`
}

/** Says any of it, in whichever language. */
function says(name: string, field: Field, value: unknown): Condition {
  const wanted = several(name, field, value).map(String)
  return sql`exists (select from jsonb_each_text(${sql.ref(`t.${name}`)}) said where said.value = any(${wanted}::text[]))`
}

/** Those that name at least one of them. */
function contains(entity: Entity, name: string, ids: readonly unknown[]): Condition {
  const { table, own, other } = pairsOf(entity, name)
  const named = sql`${sql.ref(`p.${other}`)} in (${sql.join(ids)})`
  return sql`exists (select from ${sql.table(table)} p where ${sql.ref(`p.${own}`)} = t.id and ${named})`
}

/** Neither what nobody reads back nor a row of pictures, steps, keys or items is looked for. */
const UNFILTERED = new Set<Field['kind']>(['secret', 'images', 'schedule', 'expected', 'checks'])
const TEXTS = new Set<Field['kind']>([
  'text',
  'long_text',
  'phone',
  'email',
  'time_zone',
  'colour',
  'rich_text',
  'translated',
])
/** Their columns are integers of four bytes. */
const INTEGERS = new Set<Field['kind']>(['count', 'percent', 'hour'])
const LARGEST_INTEGER = 2 ** 31 - 1
const isOrdered = ({ kind, choices }: Field) => !choices && !TEXTS.has(kind) && kind !== 'flag' && kind !== 'reference'

/** One value or a list of them, each in the form that its column takes. */
function several(name: string, field: Field, value: unknown): Value[] {
  const values = Array.isArray(value) ? value : [value]
  if (values.length > MOST_VALUES) throw wrongField(name, 'too_many', { max: MOST_VALUES })
  return values.map((item) => one(name, field, item))
}

/** One value in the form that its column takes; refused when it is none. */
function one(name: string, field: Field, value: unknown): Value {
  // Of an object the text is whatever it says, if it says any.
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean')
    return refuse(name, field.choices ? 'not_a_choice' : 'invalid')
  if (field.choices) return takesChoice(field, String(value)) ? String(value) : refuse(name, 'not_a_choice')
  if (TEXTS.has(field.kind)) return String(value)
  if (field.kind === 'flag') return flag(value) ?? refuse(name, 'invalid')
  if (field.kind === 'instant') return moment(value) ?? refuse(name, 'not_a_time')
  if (field.kind === 'day') return moment(value)?.slice(0, 10) ?? refuse(name, 'not_a_day')
  const number = typeof value === 'boolean' || value === '' ? Number.NaN : Number(value)
  const fits = field.kind === 'decimal' ? Number.isFinite(number) : Number.isSafeInteger(number)
  if (!fits) return refuse(name, field.kind === 'decimal' ? 'not_a_number' : 'whole_number')
  if (INTEGERS.has(field.kind) && (field.most ?? 0) <= LARGEST_INTEGER && Math.abs(number) > LARGEST_INTEGER)
    throw wrongField(name, 'too_big', { max: LARGEST_INTEGER })
  return number
}

/** Money and measures are integers of four bytes here and of eight there: of what is larger than any, there is none. */
const MEASURES = new Set<Field['kind']>(['scaled', 'minutes', 'seconds'])
const typed = ({ kind }: Field, value: Value) => (MEASURES.has(kind) ? sql`${value}::bigint` : sql`${value}`)

const flag = (value: unknown) => ({ true: true, false: false })[String(value)]

/** Years are those of four digits from 1 on, which the database and the calendar agree on. */
function moment(value: unknown): string | undefined {
  const time = /^(?!0000)\d{4}-\d\d-\d\d/.test(String(value)) ? Date.parse(String(value)) : Number.NaN
  return Number.isNaN(time) ? undefined : new Date(time).toISOString()
}

function refuse(name: string, key: string): never {
  throw wrongField(name, key)
}
