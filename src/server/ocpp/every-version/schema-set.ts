import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv'

export type Side = 'req' | 'conf'

/** A JSON schema as far as a form is made of it. */
export interface Schema {
  $id?: string
  type?: string
  $ref?: string
  enum?: string[]
  format?: string
  maxLength?: number
  minItems?: number
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  definitions?: Record<string, Schema>
}

// Times are read by timestamp.ts, which knows more shapes than the format; 0.1 is no exact number in binary.
const options = { strict: false, validateFormats: false, multipleOfPrecision: 6 }

/** The schemas of one version of the standard, every call (`.req`) and answer (`.conf`). Each is compiled when it is first used. */
export class SchemaSet {
  /** As people call the version. */
  readonly name: string
  readonly #byId: ReadonlyMap<string, Schema>
  readonly #cache = new Map<string, ValidateFunction>()
  // The first mistake decides on the fast path; only a frame that deviates is looked at thoroughly.
  #fast: Ajv | undefined
  #thorough: Ajv | undefined

  constructor(name: string, schemas: readonly { $id: string }[]) {
    this.name = name
    this.#byId = new Map(schemas.map((schema) => [plainId(schema.$id), schema as Schema]))
  }

  /** Whether the version knows this action, from whichever side. */
  isAction(action: string): boolean {
    return this.#byId.has(identity(action, 'req'))
  }

  /** Of a call; undefined for an action that there is not. */
  of(action: string): Schema | undefined {
    return this.#byId.get(identity(action, 'req'))
  }

  /** Whether a payload is exactly as the standard says. */
  conforms(action: string, side: Side, payload: unknown): boolean {
    const key = action + side
    let validate = this.#cache.get(key)
    if (!validate) {
      this.#fast ??= ajv(false)
      validate = this.#compiled(this.#fast, action, side)
      this.#cache.set(key, validate)
    }
    return validate(payload) as boolean
  }

  /** Everything in which a payload deviates from the standard. */
  deviations(action: string, side: Side, payload: unknown): ErrorObject[] {
    this.#thorough ??= ajv(true)
    const validate = this.#compiled(this.#thorough, action, side)
    return validate(payload) ? [] : (validate.errors ?? [])
  }

  #compiled(by: Ajv, action: string, side: Side): ValidateFunction {
    const id = identity(action, side)
    const known = by.getSchema(id)
    if (known) return known
    const schema = this.#byId.get(id)
    if (!schema) throw new Error(`${this.name} has no ${action}.${side}`)
    return by.compile({ ...exact(schema), $id: id })
  }
}

const ajv = (allErrors: boolean) => new Ajv({ ...options, allErrors, validateSchema: false })

/** The largest whole number that is read as it was written: beyond it nothing can be told apart, and no table keeps it. */
const bounds = { minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER }

/** A schema whose whole numbers are exact; it stays as it is in its file. */
const exact = (schema: Schema): Schema =>
  JSON.parse(JSON.stringify(schema), (_, part) => (part?.type === 'integer' ? { ...bounds, ...part } : part))

/**
 * As 1.6 writes ids. They may be URNs, which no reader of addresses takes; 2.1 calls a message's two sides Request and Response, and one that
 * is not answered by its name alone.
 */
export const plainId = ($id: string): string =>
  $id
    .replace(/^urn:/, '')
    .replace(/Request$/, '.req')
    .replace(/Response$/, '.conf')

const identity = (action: string, side: Side) => `${action}.${side}`
