import type { Field, Fields, Value } from './fields.ts'
import type { Within } from './within.ts'

/** The calls an entity offers, each the last part of its path; what is not named is not offered. */
export interface Calls {
  list?: string
  view?: string
  create?: string
  update?: string
  remove?: string
  /** Short list for choosing one: `{ id, title }`. */
  options?: string
  /** The list as a sheet: what it shows of what it finds. */
  export?: string
  /** New records from a sheet. */
  import?: string
}

/**
 * A growing table's counts and sums, kept by the database for each day and each combination of kinds (`keep_tally` in
 * migration 0014): its list is counted, added up and turned to any page without reading its rows.
 */
export interface Tally<K extends string = string> {
  /** The moment that its days follow; never empty, and the order in which the list starts. */
  readonly by: K
  /** Filters with few values. What narrows to few rows needs none: an index finds those. */
  readonly kinds: readonly K[]
  /** Those of them that have many values: the tally is kept without them as well (`keep_tally_without` in migration 0015). */
  readonly wide?: readonly K[]
  /** Figures that are added up. */
  readonly sums?: readonly K[]
  readonly running?: Running<K>
}

/**
 * Figures that go on changing while a record is in a state. The table has a copy of each, `settled_<name>`, that is nothing meanwhile: indexes hold the
 * copies, and need not hear of every change. Lists sort by the copies, so that what goes on comes first or last; a list of nothing else sorts by
 * the figures.
 */
export interface Running<K extends string = string> {
  readonly field: K
  readonly is: string
  readonly figures: readonly K[]
}

/** Whether a filter leaves only what is in that state: few, whose figures are read from the rows. */
export function isOnlyRunning({ field, is }: Running, filters: Readonly<Record<string, unknown>>): boolean {
  const values = [filters[field]].flat()
  return values.length > 0 && values.every((value) => value === is)
}

export interface Entity<
  N extends string = string,
  F extends Fields = Fields,
  T extends string = string,
  A extends boolean = boolean,
> {
  readonly name: N
  /** The database table; the entity's name unless SQL reserves the word. */
  readonly table: T
  /** Below the API base: `/system/park-lot`. */
  readonly path: string
  /** The list call is POST unless the specification says GET. */
  readonly listBy: 'GET' | 'POST'
  readonly calls: Calls
  readonly fields: F
  /** The order in which a list starts. */
  readonly sort: { prop: string; order: 'asc' | 'desc' }
  /** Only records like this are offered for choosing. */
  readonly offers: Readonly<Record<string, string>>
  /** Deleting a record that has a history puts it out of use instead: `archived_at` says since when. */
  readonly archives: A
  /** For what grows without end: what its list counts by. */
  readonly tally: Tally | null
  /** Whose its records are: a person sees and changes those within reach. */
  readonly within: Within
  /** Its title names a person: records that point at one out of reach show a mask of it. */
  readonly maskedTitle: boolean
  /** The field that people call it by, where it is filled: records that point at it show this instead of its title. */
  readonly called: string | null
  /** Its table is a view of figures over a period: the filter of this field says which days instead of choosing among records. */
  readonly over: string | null
  /** What its list is narrowed by beside its fields; what each means, the feature says (`Extension.filters`). */
  readonly filters: Fields
  /** Its list says what is so now: no read replica answers it. */
  readonly now: boolean
}

interface Declared<F extends Fields, T extends string, A extends boolean> {
  table?: T
  path: string
  listBy?: 'GET' | 'POST'
  calls: Calls
  fields: F
  sort?: { prop: (keyof F & string) | 'id' | 'created_at'; order: 'asc' | 'desc' }
  offers?: { [K in keyof F & string]?: Value<F[K]> & string }
  archives?: A
  tally?: Tally<(keyof F & string) | 'created_at'>
  within: Within
  maskedTitle?: boolean
  called?: keyof F & string
  over?: keyof F & string
  filters?: Fields
  now?: true
}

/** Declares a record that staff manage, once. Everything else follows from it. */
export function entity<
  const N extends string,
  const F extends Fields,
  const T extends string = N,
  const A extends boolean = false,
>(name: N, declared: Declared<F, T, A>): Entity<N, F, T, A> {
  return {
    name,
    table: declared.table ?? (name as string as T),
    path: declared.path,
    listBy: declared.listBy ?? 'POST',
    calls: declared.calls,
    fields: declared.fields,
    sort: declared.sort ?? { prop: 'id', order: 'desc' },
    offers: (declared.offers ?? {}) as Record<string, string>,
    archives: (declared.archives ?? false) as A,
    tally: declared.tally ?? null,
    within: declared.within,
    maskedTitle: declared.maskedTitle ?? false,
    called: declared.called ?? null,
    over: declared.over ?? null,
    filters: declared.filters ?? {},
    now: declared.now ?? false,
  }
}

type Secrets<F extends Fields> = { [K in keyof F]: F[K]['kind'] extends 'secret' ? K : never }[keyof F]
type Served<F extends Fields> = { [K in keyof F]: F[K]['edit'] extends 'server' ? K : never }[keyof F]
type Optional<T> = { [K in keyof T]: null extends T[K] ? K : never }[keyof T]

/** What every record carries besides its fields. `version` grows by one with each change. */
export interface Record_ {
  id: number
  version: number
  created_at: string
  updated_at: string
}

export interface Titled {
  id: number
  title: string
  /** The record is out of the reader's reach and names a person: the title is a mask. */
  masked?: true
  /** Where there are records to choose from: what tells this one from others besides its title. */
  note?: string
}

/** The referenced records' titles, under the field's name without `_id`. */
type Titles<F extends Fields> = {
  [K in keyof F & string as F[K]['kind'] extends 'reference' | 'region'
    ? K extends `${infer B}_id`
      ? B
      : never
    : never]: null extends Value<F[K]> ? Titled | null : Titled
}

/** Fields that are not there for everybody. */
type Needing<F extends Fields> = { [K in keyof F]: F[K] extends { needs: string } ? K : never }[keyof F]

/** A record as the API gives it. */
export type Row<E extends Entity> = Record_ &
  (E extends { archives: true } ? { archived_at: string | null } : unknown) & {
    [K in Exclude<keyof E['fields'], Secrets<E['fields']> | Needing<E['fields']>>]: Value<E['fields'][K]>
  } & { [K in Needing<E['fields']>]?: Value<E['fields'][K]> } & Titles<E['fields']>

type Editable<E extends Entity> = { [K in Exclude<keyof E['fields'], Served<E['fields']>>]: Value<E['fields'][K]> }
/** What creating a record takes: fields that the server sets are left out, optional ones may be. */
export type Draft<E extends Entity> = Omit<Editable<E>, Optional<Editable<E>>> &
  Partial<Pick<Editable<E>, Optional<Editable<E>>>>

/** The last part of the call that brings archived records back; anyone who may delete may also do that. */
export const RESTORE = 'restore'

export type Action = 'list' | 'create' | 'update' | 'delete' | 'export' | 'import'
/** The permission that an entity's call needs: `site.list`. Viewing is listing. */
export const permissionOf = (entity: Pick<Entity, 'name'>, action: Action) => `${entity.name}.${action}`

/** The name under which a reference's title travels: `site_id` becomes `site`. */
export const titleOf = (name: string) => name.replace(/_id$/, '')

/** The name under which the file of a `file` field travels: `{ name, size_bytes }`. */
export const fileOf = (name: string) => `${name}_file`

export const fieldsOf = (entity: Entity): [string, Field][] => Object.entries(entity.fields)
export const editable = (field: Field, creating: boolean) =>
  field.edit !== 'server' && (creating || field.edit !== 'create')

/** The field that names a record to people. */
export function titleField(entity: Entity): string {
  const found = fieldsOf(entity).find(([, field]) => field.slot === 'title')
  if (!found) throw new Error(`entity ${entity.name} has no title`)
  return found[0]
}

/** The fields that a record is known by where others point at it: what it is called, if it has a field for that, and its title. */
export const titleFields = (entity: Entity): string[] => [
  ...(entity.called === null ? [] : [entity.called]),
  titleField(entity),
]

/** Whether a list may be sorted by a field. Any moment orders a small table; a growing one needs an index and says so. */
export function isSortable(entity: Entity, name: string): boolean {
  if (name === 'id' || name === entity.sort.prop || entity.fields[name]?.sort) return true
  const kind = entity.fields[name]?.kind ?? (name === 'created_at' || name === 'updated_at' ? 'instant' : undefined)
  return kind === 'instant' && entity.tally === null
}
