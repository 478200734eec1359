import type { Entity } from '../../../shared/kit/entity.ts'
import { fieldsOf } from '../../../shared/kit/entity.ts'
import type { Field, Slot } from '../../../shared/kit/fields.ts'

const PLAIN_COLUMN: readonly (Slot | undefined)[] = ['title', 'badge', 'lead', 'line', 'wide', undefined]

/** The fields that a table shows until a person arranges it otherwise: all but details. */
export const inTable = (field: Field) => field.kind !== 'secret' && PLAIN_COLUMN.includes(field.slot)

/** Fields that may be shown as a column at all. */
export const listable = (entity: Entity) => fieldsOf(entity).filter(([, field]) => field.kind !== 'secret')

/** The names of an entity's fields in a slot, in the order in which they are declared. */
export const inSlot = (entity: Entity, slot: Slot) =>
  fieldsOf(entity)
    .filter(([, field]) => field.slot === slot)
    .map(([name]) => name)
/** Instants and identities can always be sorted by; others say so. */
export const sortable = (field: Field) => field.sort === true || field.kind === 'instant'
