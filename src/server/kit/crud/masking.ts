import { type Entity, fieldsOf } from '../../../shared/kit/entity.ts'
import { isMask, maskedFor, maskOf } from '../../../shared/kit/mask.ts'
import { may, type Person } from '../person.ts'
import { wrongField } from '../refusal.ts'

type Values = Readonly<Record<string, unknown>>

const fieldsMaskedFor = (entity: Entity, person: Person) => maskedFor(entity, (permission) => may(person, permission))

/** A record, or some of its fields, as this person may see it. Every record that leaves the server passes here. */
export const shownTo = <R extends Values>(entity: Entity, record: R, person: Person): R =>
  maskerFor(entity, person)(record)

/** The same for many records: what is masked is found once. */
export function maskerFor(entity: Entity, person: Person): <R extends Values>(record: R) => R {
  const masked = fieldsMaskedFor(entity, person)
  return (record) => {
    const masks = masked.flatMap(([name, field]) => {
      const value = record[name]
      return typeof value === 'string' && value !== '' ? [[name, maskOf(field, value)]] : []
    })
    return masks.length ? { ...record, ...Object.fromEntries(masks) } : record
  }
}

/** A change without the masks that came back as they had been shown: whoever saw no more changed nothing there. */
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
