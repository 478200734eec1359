import { type Entity, fieldsOf } from './entity.ts'
import { choice, type Field, type Fields, instant, type Slot } from './fields.ts'

const PLAIN_COLUMN: readonly (Slot | undefined)[] = ['title', 'badge', 'lead', 'line', 'wide', undefined]

/** The fields that a table shows until a person arranges it otherwise: all but details. */
export const inTable = (field: Field) => field.kind !== 'secret' && PLAIN_COLUMN.includes(field.slot)

/** What only the server writes and has no moment of its own is told apart by when it was written. */
export const isLog = (entity: Entity) =>
  !entity.calls.create && !fieldsOf(entity).some(([, field]) => field.kind === 'instant' && inTable(field))

const COMMON: Readonly<Record<string, Field>> = { created_at: instant(), updated_at: instant() }

/** A field, or one of what every record carries. */
export const fieldNamed = (entity: Entity, name: string): Field | undefined => entity.fields[name] ?? COMMON[name]

/** What a person may have as columns, when it was made included. */
export const columnFields = (entity: Entity): [string, Field][] => [
  ...listable(entity),
  ['created_at', instant({ slot: isLog(entity) ? 'wide' : 'detail' })],
]

/**
 * What a list is narrowed by: the fields that say so, what else its entity names, where records are archived whether it shows those, and
 * of a log when it was written.
 */
export const filtersOf = (entity: Entity): Fields => ({
  ...entity.fields,
  ...entity.filters,
  ...(entity.archives && { archived: choice(['true'], { filter: true }) }),
  ...(isLog(entity) && { created_at: instant({ filter: true }) }),
})

/** Fields that are shown at all. */
export const listable = (entity: Entity) => fieldsOf(entity).filter(([, field]) => field.kind !== 'secret')

/** The names of an entity's fields in a slot, in the order in which they are declared. */
export const inSlot = (entity: Entity, slot: Slot) =>
  fieldsOf(entity)
    .filter(([, field]) => field.slot === slot)
    .map(([name]) => name)

export type Side = 'left' | 'right'

/** How a column stands in a list. */
export interface Arranged {
  key: string
  hidden: boolean
  /** Pixels; null is as wide as it needs. */
  width: number | null
  /** At which side it stays in view when the table is moved sideways. */
  fixed: Side | null
}

interface Setting {
  prop: string
  hidden?: boolean | undefined
  width?: number | null | undefined
  /** `true` is the left. */
  fixed?: boolean | Side | undefined
}

/** The columns as a person arranged them; a column that came later stands where the list puts it. */
export function arranged<C extends Arranged>(own: readonly C[], settings: readonly Setting[] | null): C[] {
  if (!settings) return [...own]
  const known = settings.flatMap((setting) => {
    const column = own.find(({ key }) => key === setting.prop)
    return column
      ? [{ ...column, hidden: setting.hidden ?? false, width: setting.width ?? null, fixed: sideOf(setting) }]
      : []
  })
  own.forEach((column, at) => {
    if (!known.some(({ key }) => key === column.key)) known.splice(at, 0, column)
  })
  const at = (side: Side | null) => known.filter(({ fixed }) => fixed === side)
  return [...at('left'), ...at(null), ...at('right')]
}

const sideOf = ({ fixed }: Setting): Side | null => (fixed === true ? 'left' : fixed || null)

const isTitle = ({ slot }: Field) => slot === 'title'

/** An entity's own columns before a person arranges them: its title first, which stays in view, then as they are declared. */
export function ownColumns(entity: Entity): (Arranged & { field: Field })[] {
  const columns = columnFields(entity).map(([key, field]) => ({
    key,
    field,
    hidden: !inTable(field),
    width: null,
    fixed: isTitle(field) ? ('left' as const) : null,
  }))
  return columns.sort((a, b) => Number(isTitle(b.field)) - Number(isTitle(a.field)))
}
