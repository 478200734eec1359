import { type Entity, editable } from '../../../shared/kit/entity.ts'
import { againOf } from '../../../shared/kit/schema.ts'
import { type Message, Refusal } from '../refusal.ts'

type Values = Readonly<Record<string, unknown>>

/** So many are named at most: someone sent another thing altogether. */
const MOST = 20

/** What a caller can set of what was named: the rest is either so anyway, or refused by `refuseUntrue`. */
export const settableOf = <C extends Values>(entity: Entity, named: C, creating: boolean): C =>
  Object.fromEntries(Object.entries(named).filter(([name]) => isSettable(entity, name, creating))) as C

export const namesOthers = (entity: Entity, named: Values, creating: boolean): boolean =>
  Object.keys(named).some((name) => !isSettable(entity, name, creating))

/**
 * Nothing is dropped without a word: what cannot be set is refused at its name, unless it is as the caller reads it (`told`). So a
 * record may be read whole, changed and sent back.
 */
export function refuseUntrue(entity: Entity, named: Values, told: Values, creating: boolean): void {
  const wrong = Object.keys(named).filter(
    (name) =>
      !isSettable(entity, name, creating) &&
      !(Object.hasOwn(told, name) && JSON.stringify(told[name]) === JSON.stringify(named[name])),
  )
  if (!wrong.length) return
  const why = (name: string): Message => ({ key: Object.hasOwn(told, name) ? 'not_settable' : 'unknown_field' })
  const fields = Object.fromEntries(wrong.slice(0, MOST).map((name) => [name, why(name)]))
  throw new Refusal(422, 'invalid_input', { fields })
}

function isSettable({ fields }: Entity, name: string, creating: boolean): boolean {
  const field = Object.hasOwn(fields, name) ? fields[name] : undefined
  if (field) return editable(field, creating)
  return creating && Object.entries(fields).some(([own, { twice }]) => twice && againOf(own) === name)
}
