import { type Entity, editable, fieldsOf } from './entity.ts'
import type { Field } from './fields.ts'

const BULK_KINDS = new Set<Field['kind']>(['choice', 'status', 'flag', 'reference'])

/** The fields that may be set on many records at once: what a record is, not what tells it from others. */
export const bulkFields = (entity: Entity): [string, Field][] =>
  fieldsOf(entity).filter(([, field]) => BULK_KINDS.has(field.kind) && editable(field, false) && field.slot !== 'title')

export interface BulkChange {
  ids: number[]
  change: Record<string, unknown>
  /** The versions in which the records were read, by their ids: one for each. */
  versions: Record<string, number>
}
