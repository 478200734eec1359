/** What a call of a protocol takes, as a form asks for it: made from the protocol's own schema. */
export type FormNode =
  | { kind: 'object'; fields: readonly FormField[] }
  | { kind: 'list'; item: FormNode; least: number }
  | { kind: 'text'; max: number | null; moment: boolean }
  | { kind: 'figure'; whole: boolean }
  | { kind: 'flag' }
  | { kind: 'choice'; values: readonly string[] }
  /** Anything: written as JSON only. */
  | { kind: 'any' }

export interface FormField {
  name: string
  required: boolean
  node: FormNode
}

export interface CallFlaw {
  /** As JSON pointers are: `/csChargingProfiles/stackLevel`. */
  path: string
  problem: 'required' | 'whole_number' | 'not_a_number' | 'too_long' | 'too_few' | 'not_a_time' | 'not_a_choice'
  max: number
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A moment with its zone, as piles are told it. */
const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/

/** What is wrong with what was filled in, by its place. What the standard's text asks for beyond the schema the server knows. */
export function flawsOfCall(node: FormNode, value: unknown, path = ''): CallFlaw[] {
  const flaw = (problem: CallFlaw['problem'], max = 0): CallFlaw[] => [{ path, problem, max }]
  switch (node.kind) {
    case 'object': {
      const given = isObject(value) ? value : {}
      return node.fields.flatMap(({ name, required, node: inner }) => {
        const at = `${path}/${name}`
        // Nobody sees that an empty field is sent as an empty text: who means one writes it as JSON.
        const isMissing = given[name] === undefined || (required && given[name] === '')
        if (isMissing) return required ? [{ path: at, problem: 'required', max: 0 }] : []
        return flawsOfCall(inner, given[name], at)
      })
    }
    case 'list': {
      const items = Array.isArray(value) ? value : []
      const inner = items.flatMap((item, at) => {
        const place = `${path}/${at}`
        return item === undefined
          ? [{ path: place, problem: 'required' as const, max: 0 }]
          : flawsOfCall(node.item, item, place)
      })
      return items.length < node.least ? [...flaw('too_few', node.least), ...inner] : inner
    }
    case 'figure':
      if (typeof value !== 'number') return flaw(node.whole ? 'whole_number' : 'not_a_number')
      return node.whole && !Number.isInteger(value) ? flaw('whole_number') : []
    case 'text':
      if (node.moment && !MOMENT.test(String(value))) return flaw('not_a_time')
      return node.max !== null && String(value).length > node.max ? flaw('too_long', node.max) : []
    case 'choice':
      return node.values.includes(String(value)) ? [] : flaw('not_a_choice')
    case 'flag':
    case 'any':
      return []
  }
}

/** What a form begins with: required parts that have parts of their own are there, the rest is not. */
export function beginningOf(node: FormNode): unknown {
  if (node.kind === 'list') return node.least > 0 ? [beginningOf(node.item)] : []
  if (node.kind !== 'object') return undefined
  const parts = node.fields.flatMap(({ name, required, node: inner }) => {
    const part = required ? beginningOf(inner) : undefined
    return part === undefined ? [] : [[name, part] as const]
  })
  return Object.fromEntries(parts)
}
