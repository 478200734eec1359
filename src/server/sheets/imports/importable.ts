import { type Entity, editable, fieldsOf } from '../../../shared/kit/entity.ts'
import type { Field } from '../../../shared/kit/fields.ts'

/** What a cell cannot hold, or must not: passwords do not belong into sheets that are passed around. */
const NOT_FROM_SHEETS = new Set<string>([
  'secret',
  'references',
  'region',
  'rich_text',
  'image',
  'images',
  'file',
  'schedule',
  'expected',
  'checks',
])

/** The fields that a sheet may bring: what people enter when they create a record. */
export const importable = (entity: Entity): [string, Field][] =>
  fieldsOf(entity).filter(([, field]) => editable(field, true) && !NOT_FROM_SHEETS.has(field.kind) && !field.rich)

/** A field without which no record is made. */
export const isRequired = ({ optional, initial }: Field): boolean => !optional && initial === undefined
