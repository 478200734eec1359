import { CallError, type Payload } from '../frame.ts'

/** A variable of a component, as the device model has it (part 1, 4; part 2, 2.12 to 2.53). */
export interface Variable {
  component: string
  /** Of several components of one name. */
  part?: string
  evse?: { id: number; connectorId?: number }
  variable: string
  instance?: string
  type: 'string' | 'integer' | 'decimal' | 'boolean' | 'dateTime' | 'OptionList' | 'MemberList' | 'SequenceList'
  unit?: string
  min?: number
  max?: number
  values?: string
  /** Written, and never told. */
  isSecret?: boolean
  isConstant?: boolean
  /** A monitor may watch it. */
  isWatched?: boolean
  read(): string
  /** Absent: it is only read. */
  write?(value: string): 'Accepted' | 'Rejected' | 'RebootRequired'
}

/** How a message names a component and its variable; anything that has no such shape is refused. */
export interface Named {
  component: Payload
  variable: Payload
}

export function namedIn(entry: Payload): Named {
  const { component, variable } = entry as Partial<Record<'component' | 'variable', Payload>>
  if (!component || !variable) throw new CallError('OccurrenceConstraintViolation', 'component or variable is missing')
  return { component, variable }
}

const same = (a: unknown, b: unknown) => String(a ?? '').toLowerCase() === String(b ?? '').toLowerCase()

export function isOfComponent(known: Variable, { name, instance, evse }: Payload): boolean {
  const { id, connectorId } = (evse ?? {}) as { id?: number; connectorId?: number }
  return (
    same(known.component, name) &&
    same(known.part, instance) &&
    known.evse?.id === id &&
    known.evse?.connectorId === connectorId
  )
}

export const isVariable = (known: Variable, { name, instance }: Payload) =>
  same(known.variable, name) && same(known.instance, instance)

export const componentWords = ({ component: name, part: instance, evse }: Variable): Payload => ({
  name,
  ...(instance && { instance }),
  ...(evse && { evse }),
})

export const variableWords = ({ variable: name, instance }: Variable): Payload => ({
  name,
  ...(instance && { instance }),
})

export type Mutability = 'ReadOnly' | 'ReadWrite' | 'WriteOnly'

export const mutabilityOf = ({ isSecret, write }: Variable): Mutability => {
  if (isSecret) return 'WriteOnly'
  return write ? 'ReadWrite' : 'ReadOnly'
}
