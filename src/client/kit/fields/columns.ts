import type { Entity } from '../../../shared/kit/entity.ts'
import { fieldsOf } from '../../../shared/kit/entity.ts'
import { type Field, instant, type Slot } from '../../../shared/kit/fields.ts'

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

/** Fields that are shown at all. */
export const listable = (entity: Entity) => fieldsOf(entity).filter(([, field]) => field.kind !== 'secret')

/** The names of an entity's fields in a slot, in the order in which they are declared. */
export const inSlot = (entity: Entity, slot: Slot) =>
  fieldsOf(entity)
    .filter(([, field]) => field.slot === slot)
    .map(([name]) => name)
/** Instants and identities can always be sorted by; others say so. */
export const sortable = (field: Field) => field.sort === true || field.kind === 'instant'
