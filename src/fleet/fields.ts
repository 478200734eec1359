import { CallError, type Payload } from './frame.ts'

/** Reads a required text; refuses in the codes of OCPP-J 1.6, clause 4.2.3 (their spelling is the standard's). */
export function text(payload: Payload, key: string): string {
  return typed(payload, key, 'string') as string
}

export function whole(payload: Payload, key: string): number {
  const value = typed(payload, key, 'number') as number
  if (!Number.isInteger(value)) throw new CallError('TypeConstraintViolation', `${key} is not a whole number`)
  return value
}

export function oneOf<T extends string>(payload: Payload, key: string, choices: readonly T[]): T {
  const value = text(payload, key)
  const choice = choices.find((name) => name === value)
  if (!choice) throw new CallError('PropertyConstraintViolation', `${key} is none of ${choices.join(', ')}`)
  return choice
}

/** An instant, ms since 1970. */
export function instant(payload: Payload, key: string): number {
  const at = Date.parse(text(payload, key))
  if (Number.isNaN(at)) throw new CallError('TypeConstraintViolation', `${key} is not an instant`)
  return at
}

/** Reads an optional field with one of the readers above. */
export function maybe<T>(read: (payload: Payload, key: string) => T, payload: Payload, key: string): T | undefined {
  return payload[key] === undefined ? undefined : read(payload, key)
}

export function object(payload: Payload, key: string): Payload {
  return typed(payload, key, 'object') as Payload
}

function typed(payload: Payload, key: string, type: 'string' | 'number' | 'object'): unknown {
  const value = payload[key]
  if (value === undefined) throw new CallError('OccurenceConstraintViolation', `${key} is missing`)
  if (typeof value !== type || value === null) throw new CallError('TypeConstraintViolation', `${key} is no ${type}`)
  return value
}

/** The usual answer: a status, and what follows once it is sent. */
export const status = (name: string, effect?: () => unknown) => ({
  payload: { status: name },
  ...(effect && { effect }),
})
