import { type Entity, fieldsOf } from '../../../shared/kit/entity.ts'
import { isMask, maskedFor, maskOf } from '../../../shared/kit/mask.ts'
import { readable, unreadable } from '../../../shared/kit/readable.ts'
import { may, type Person } from '../person.ts'
import { wrongField } from '../refusal.ts'

type Values = Readonly<Record<string, unknown>>

/** The entity as this person knows it: without the fields that they may not read. */
export const entityFor = <E extends Entity>(entity: E, person: Person): E =>
  readable(entity, (permission) => may(person, permission))

/** Whether this person may read a field that not everybody may. */
export const mayRead = <E extends Entity>(entity: E, name: keyof E['fields'] & string, person: Person): boolean =>
  name in entityFor(entity, person).fields

const fieldsMaskedFor = (entity: Entity, person: Person) => maskedFor(entity, (permission) => may(person, permission))

/** A record, or some of its fields, as this person may see it. Every record that leaves the server passes here. */
export const shownTo = <R extends Values>(entity: Entity, record: R, person: Person): R =>
  maskerFor(entity, person)(record)

/** The same for many records: what is masked or left out is found once. */
export function maskerFor(entity: Entity, person: Person): <R extends Values>(record: R) => R {
  const hidden = unreadable(entity, (permission) => may(person, permission))
  const masked = fieldsMaskedFor(entity, person)
  return (whole) => {
    const record = hidden.length ? without(whole, hidden) : whole
    const masks = masked.flatMap(([name, field]) => {
      const value = record[name]
      return typeof value === 'string' && value !== '' ? [[name, maskOf(field, value)]] : []
    })
    return masks.length ? { ...record, ...Object.fromEntries(masks) } : record
  }
}

const without = <R extends Values>(record: R, names: readonly string[]): R =>
  Object.fromEntries(Object.entries(record).filter(([name]) => !names.includes(name))) as R

/** A change without the masks that came back as they had been shown: anyone who saw no more changed nothing there. */
export function withoutMasks<C extends Values>(entity: Entity, change: C, before: Values, person: Person): C {
  const shown = shownTo(entity, before, person)
  const untouched = fieldsMaskedFor(entity, person).filter(
    ([name]) => name in change && change[name] === shown[name] && shown[name] !== before[name],
  )
  if (!untouched.length) return change
  const names = untouched.map(([name]) => name)
  return Object.fromEntries(Object.entries(change).filter(([name]) => !names.includes(name))) as C
}

/** No record keeps a mask for the text that it stood for. */
export function refuseMasks(entity: Entity, values: Values): void {
  for (const [name, field] of fieldsOf(entity)) {
    const value = values[name]
    if (typeof value === 'string' && isMask(field, value))
      throw wrongField(name, field.kind === 'email' ? 'not_an_email' : 'not_a_phone')
  }
}

/** A field that someone may not read they do not set either: whatever they name it but its starting value is refused. */
export function refuseHidden(entity: Entity, draft: Values, person: Person): void {
  for (const name of unreadable(entity, (permission) => may(person, permission))) {
    const value = draft[name] ?? null
    if (value !== (entity.fields[name]?.initial ?? null)) throw wrongField(name, 'unknown_field')
  }
}
