import type { ErrorObject } from 'ajv'
import { traced } from '../../kit/tracing.ts'
import type { Flag, FlagName } from '../flags.ts'
import { CallRefused, type Payload, type RefusalKind } from '../framing.ts'
import type { OurCall } from '../protocol.ts'
import type { SchemaSet, Side } from './schema-set.ts'

/*
 * Two layers. A payload that cannot be read is refused: a required field is missing, a value is of another type, a figure
 * breaks its bounds. What deviates as real piles do is accepted, mended where a handler needs it, and flagged:
 *   unknown_field   a field the standard does not know: left alone
 *   unknown_value   a word that is none of the standard's (status, error code, measurand, reason, …): left alone
 *   too_long        a serial number, firmware version, card number beyond the standard's length: left alone, up to 500
 *   null_field      an optional field that is null: taken as missing
 *   number_as_text  "17" where a number belongs: read
 *   text_as_number  17 where text belongs (sampled values, mostly): read
 *   meter_fraction  a meter's start or stop with a fraction: rounded to the Wh
 * Times and sampled values have their own (timestamp.ts, meter.ts).
 */

type Verdict = { flag: FlagName; detail: () => string; mended?: true } | { refusal: CallRefused }

// A mended field may uncover the next deviation: "17.5" becomes 17.5 becomes 18.
const ROUNDS = 3

// Beyond any deviation of a real pile, and within what every column and index can keep.
const LONGEST_TEXT = 500

/** Deviations of one message that are flagged; a stop with 100,000 samples has as many of the same kind. */
const MOST_FLAGGED = 50

const NUMERIC = /^\s*[+-]?\d+(\.\d+)?\s*$/

/** A message as its version's schemas are to judge it. */
interface Judged {
  schemas: SchemaSet
  action: string
  side: Side
}

/** Makes a payload fit for its handler, or throws CallRefused. */
export function admit(judged: Judged, payload: Payload, flag: Flag): void {
  traced('pile.validate', () => admitted(judged, payload, flag))
}

function admitted({ schemas, action, side }: Judged, payload: Payload, flag: Flag): void {
  if (schemas.conforms(action, side, payload)) return
  for (let round = 0; round < ROUNDS; round++) {
    const flags: [flag: FlagName, detail: string][] = []
    let mended = false
    for (const error of schemas.deviations(action, side, payload)) {
      const verdict = judge(error, payload)
      if ('refusal' in verdict) throw verdict.refusal
      mended ||= verdict.mended ?? false
      if (flags.length < MOST_FLAGGED) flags.push([verdict.flag, `${action}${verdict.detail()}`])
    }
    for (const [name, detail] of flags) flag(name, detail)
    if (!mended) return
  }
}

/** What the standard's text asks of our calls beside their schemas. */
interface Rules {
  /** What a central system may call; all else is a pile's to call. */
  ours: ReadonlySet<string>
  /** Of a payload that has passed its schema; null when nothing is wrong. */
  brokenRule(action: string, payload: Payload): string | null
}

/** What is wrong with a call before it is sent to a pile, word by word of the standard; null when nothing is. */
export function flawOf(
  schemas: SchemaSet,
  { ours, brokenRule }: Rules,
  { action, payload }: OurCall,
): CallRefused | null {
  if (!ours.has(action)) return new CallRefused('not_implemented', `${schemas.name} knows no ${action}`)
  if (schemas.conforms(action, 'req', payload)) {
    const broken = brokenRule(action, payload)
    return broken ? new CallRefused('property', broken) : null
  }
  const [error] = schemas.deviations(action, 'req', payload)
  return error ? refusalOf(error) : null
}

function judge(error: ErrorObject, payload: Payload): Verdict {
  switch (error.keyword) {
    case 'additionalProperties':
      return { flag: 'unknown_field', detail: () => `${error.instancePath}/${error.params.additionalProperty}` }
    case 'enum':
      return isBounded(error, payload)
        ? { flag: 'unknown_value', detail: () => quoted(error, payload) }
        : refused(error)
    case 'maxLength':
      return isBounded(error, payload) ? { flag: 'too_long', detail: () => quoted(error, payload) } : refused(error)
    case 'type':
      return mendType(error, payload)
    default:
      return refused(error)
  }
}

const refused = (error: ErrorObject): Verdict => ({ refusal: refusalOf(error) })

function isBounded(error: ErrorObject, payload: Payload): boolean {
  const value = valueAt(error, payload)
  return typeof value !== 'string' || value.length <= LONGEST_TEXT
}

function mendType(error: ErrorObject, payload: Payload): Verdict {
  const { holder, name } = locate(payload, error.instancePath)
  const value = holder?.[name]
  const wanted = error.params.type as string
  const put = (flag: FlagName, mended: unknown): Verdict => {
    if (mended === undefined) delete holder?.[name]
    else if (holder) holder[name] = mended
    return { flag, detail: () => quote(error, value), mended: true }
  }
  if (value === null && !Array.isArray(holder)) return put('null_field', undefined)
  if (wanted === 'string' && typeof value === 'number') return put('text_as_number', String(value))
  const isNumber = wanted === 'integer' || wanted === 'number'
  if (isNumber && typeof value === 'string' && NUMERIC.test(value)) return put('number_as_text', Number(value))
  if (wanted === 'integer' && typeof value === 'number' && name.startsWith('meter'))
    return put('meter_fraction', Math.round(value))
  return refused(error)
}

/** The object or array that holds the value a JSON pointer leads to. */
function locate(payload: Payload, pointer: string): { holder: Payload | undefined; name: string } {
  const path = pointer.split('/').slice(1).map(unescapePointer)
  const name = path.pop() ?? ''
  let holder: unknown = payload
  for (const step of path) holder = (holder as Payload | undefined)?.[step]
  return { holder: holder as Payload | undefined, name }
}

const unescapePointer = (step: string) => step.replaceAll('~1', '/').replaceAll('~0', '~')

const quoted = (error: ErrorObject, payload: Payload): string => quote(error, valueAt(error, payload))

function quote({ instancePath }: ErrorObject, value: unknown): string {
  const shown = typeof value === 'object' && value !== null ? typeof value : JSON.stringify(value)
  return `${instancePath}: ${shown?.slice(0, 120)}`
}

function valueAt(error: ErrorObject, payload: Payload): unknown {
  const { holder, name } = locate(payload, error.instancePath)
  return holder?.[name]
}

const kinds: Record<string, RefusalKind> = {
  required: 'occurrence',
  minItems: 'occurrence',
  maxItems: 'occurrence',
  type: 'type',
  additionalProperties: 'format',
}

function refusalOf(error: ErrorObject): CallRefused {
  const kind = kinds[error.keyword] ?? 'property'
  const where = error.instancePath ? `${error.instancePath} ` : ''
  return new CallRefused(kind, `${where}${error.message ?? error.keyword}`, { keyword: error.keyword })
}
