import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv'
import schemas from './schemas/ocpp1.6.json' with { type: 'json' }

export type Side = 'req' | 'conf'

// Times are read by timestamp.ts, which knows more shapes than the format; 0.1 is no exact number in binary.
const options = { strict: false, validateFormats: false, multipleOfPrecision: 6 }

// The first mistake decides on the fast path; only a frame that deviates is looked at thoroughly.
const fast = new Ajv(options).addSchema(schemas)
const thorough = new Ajv({ ...options, allErrors: true }).addSchema(schemas)

const identity = (action: string, side: Side) => `${action}.${side}`

const known = new Set(schemas.map((schema) => schema.$id))

/** Whether OCPP 1.6 or its security extension knows this action, from whichever side. */
export const isAction = (action: string): boolean => known.has(identity(action, 'req'))

const cache = new Map<string, ValidateFunction>()

/** Whether a payload is exactly as the standard says. */
export function conforms(action: string, side: Side, payload: unknown): boolean {
  const key = action + side
  let validate = cache.get(key)
  if (!validate) {
    validate = compiled(fast, action, side)
    cache.set(key, validate)
  }
  return validate(payload) as boolean
}

/** Everything in which a payload deviates from the standard. */
export function deviations(action: string, side: Side, payload: unknown): ErrorObject[] {
  const validate = compiled(thorough, action, side)
  return validate(payload) ? [] : (validate.errors ?? [])
}

function compiled(ajv: Ajv, action: string, side: Side): ValidateFunction {
  const validate = ajv.getSchema(identity(action, side))
  if (!validate) throw new Error(`OCPP 1.6 has no ${action}.${side}`)
  return validate
}
