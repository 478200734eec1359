import type { Payload } from '../framing.ts'
import type { Protocol } from '../protocol.ts'
import { formOf } from './call-form.ts'
import type { SchemaSet } from './schema-set.ts'
import { flawOf } from './tolerance.ts'

/** Calls that people write, in a version that has these schemas. */
interface Rules {
  /** What a central system may call, each with a payload to begin with. */
  examples: Protocol['examples']
  /** What the standard's text asks for beside the schema, which the payload has passed; null when nothing is wrong. */
  brokenRule(action: string, payload: Payload): string | null
}

export function byHand(
  schemas: SchemaSet,
  { examples, brokenRule }: Rules,
): Pick<Protocol, 'examples' | 'form' | 'flawOf'> {
  const ours = new Set(Object.keys(examples))
  return {
    examples,
    form: (action) => (ours.has(action) ? formOf(schemas, action) : null),
    flawOf: (call) => flawOf(schemas, { ours, brokenRule }, call),
  }
}
