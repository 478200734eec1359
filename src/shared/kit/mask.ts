import { type Entity, fieldsOf } from './entity.ts'
import type { Field } from './fields.ts'

const HIDDEN = '****'

/** What is shown of a field's text to those who may not read all of it: 138****1234, l****@example.com. */
export function maskOf({ kind }: Pick<Field, 'kind'>, value: string): string {
  if (kind === 'email' || value.includes('@'))
    return `${value.slice(0, 1)}${HIDDEN}${value.slice(value.lastIndexOf('@'))}`
  if (kind !== 'phone' && !/^\+?\d+$/.test(value)) return `${value.slice(0, 1)}${HIDDEN}`
  if (value.length >= 10) return `${value.slice(0, 3)}${HIDDEN}${value.slice(-4)}`
  return `${HIDDEN}${value.slice(-2)}`
}

/** A mask, as a form sends it back that was shown one. The server takes it only as the mask of what it keeps. */
export const isMask = ({ masked }: Pick<Field, 'masked'>, value: string): boolean =>
  masked !== undefined && value.includes(HIDDEN)

/** The fields of which someone with these permissions sees a mask only. */
export const maskedFor = (entity: Entity, may: (permission: string) => boolean): [string, Field][] =>
  fieldsOf(entity).filter(([, { masked }]) => masked !== undefined && !may(masked))
