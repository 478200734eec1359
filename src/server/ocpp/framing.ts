/** Why a call is refused, in our words; each protocol has its own names for them (OCPP-J 1.6, 4.2.3, table 7). */
export type RefusalKind =
  | 'not_implemented'
  | 'not_supported'
  | 'internal'
  | 'frame'
  | 'protocol'
  | 'security'
  | 'format'
  | 'property'
  | 'occurrence'
  | 'type'
  | 'generic'

export type ErrorNames = Readonly<Record<RefusalKind, string>>

/** A call that is answered with a CALLERROR. */
export class CallRefused extends Error {
  constructor(
    readonly kind: RefusalKind,
    readonly description: string,
    readonly details: object = {},
  ) {
    super(`${kind}: ${description}`)
  }
}

export interface Call {
  kind: 'call'
  id: string
  action: string
  payload: Payload
}
export interface CallResult {
  kind: 'result'
  id: string
  payload: Payload
}
export interface CallError {
  kind: 'error'
  id: string
  code: string
  description: string
  details: unknown
}
/** What the pile could not read in an answer of ours (OCPP 2.1 part 4, 4.2.3). */
export interface ResultError extends Omit<CallError, 'kind'> {
  kind: 'result_error'
}
/** A message that is never answered (OCPP 2.1 part 4, 4.2.4). */
export interface Send extends Omit<Call, 'kind'> {
  kind: 'send'
}
/** Answered with a CALLERROR; its id is "-1" where none could be read. */
export interface Broken {
  kind: 'broken'
  id: string
  action: string | null
  refusal: CallRefused
}
/** An answer nobody can read, or a message type of another time: nothing is sent (OCPP-J 1.6, 4.1.3). */
export interface Ignored {
  kind: 'ignored'
  id: string | null
  why: string
}
export type Frame = Call | CallResult | CallError | ResultError | Send | Broken | Ignored

export type Payload = Record<string, unknown>

/** In place of an id that cannot be read (OCPP 2.0.1 part 4, 4.2.3; 1.6 is silent). */
export const NO_ID = '-1'
// The standard says 36; longer ones are read and flagged, as long as they can be kept.
export const STANDARD_ID_LENGTH = 36
const LONGEST_ID = 255
const LONGEST_ACTION = 60

/** Below it no frame holds enough values to matter. */
const LARGE = 65_536
/** A stop with 100,000 samples of one value has 500,000; each costs microseconds in which nobody else is served. */
const MOST_VALUES = 600_000
/** The standard's deepest payload has 8 levels. */
const DEEPEST = 64
/** A call and its id, where nothing behind them is read. */
const BEGINNING = /^\s*\[\s*2\s*,\s*"([^"\\]{1,255})"/

/** Reads a text frame. Never throws. */
export function parseFrame(text: string): Frame {
  let frame: unknown
  try {
    if (text.length > LARGE && isOverloaded(text))
      return broken(BEGINNING.exec(text)?.[1] ?? NO_ID, 'the frame has too many values, or is too deep')
    const parsed: unknown = JSON.parse(text)
    frame = text.includes('\\u') ? mended(parsed) : parsed
  } catch {
    return broken(NO_ID, 'the frame is not JSON, or too deep')
  }
  if (!Array.isArray(frame)) return broken(NO_ID, 'the frame is not an array')
  switch (frame[0]) {
    case 2:
      return readCall(frame)
    case 3:
      return readResult(frame)
    case 4:
      return readError(frame)
    case 5:
      return asKind(readError(frame), 'result_error')
    case 6:
      return asKind(readCall(frame), 'send')
    default:
      return typeof frame[0] === 'number'
        ? { kind: 'ignored', id: readId(frame[1]), why: `message type ${frame[0]}` }
        : broken(readId(frame[1]) ?? NO_ID, 'the message type is not a number')
  }
}

/** Whether a large text holds more values or levels than any message, found out without building them. */
function isOverloaded(text: string): boolean {
  let values = 0
  let depth = 0
  let inText = false
  for (let at = 0; at < text.length; at++) {
    const sign = text.charCodeAt(at)
    if (sign === 0x22) inText = !inText
    else if (inText) {
      if (sign === 0x5c) at++ // what is escaped ends nothing
    } else if (sign === 0x2c) values++
    else if (sign === 0x5b || sign === 0x7b) {
      depth++
      values++
    } else if (sign === 0x5d || sign === 0x7d) depth--
    if (values > MOST_VALUES || depth > DEEPEST) return true
  }
  return false
}

function readCall(frame: unknown[]): Call | Broken {
  const id = readId(frame[1])
  if (id === null) return broken(NO_ID, 'the unique id is not a string of 1 to 255 characters')
  const action = frame[2]
  if (typeof action !== 'string' || action === '' || action.length > LONGEST_ACTION)
    return broken(id, 'the action is not a string')
  if (frame.length !== 4) return broken(id, 'a call has four elements', action)
  if (!isObject(frame[3])) return broken(id, 'the payload is not an object', action)
  return { kind: 'call', id, action, payload: frame[3] }
}

function readResult(frame: unknown[]): Frame {
  const id = readId(frame[1])
  if (id === null || !isObject(frame[2])) return { kind: 'ignored', id, why: 'an answer that cannot be read' }
  return { kind: 'result', id, payload: frame[2] }
}

// Piles leave out the description and the details, which the standard wants as "" and {}.
function readError(frame: unknown[]): CallError | Ignored {
  const id = readId(frame[1])
  if (id === null) return { kind: 'ignored', id, why: 'an error that cannot be read' }
  return {
    kind: 'error',
    id,
    code: typeof frame[2] === 'string' ? frame[2] : 'GenericError',
    description: typeof frame[3] === 'string' ? frame[3] : '',
    details: frame[4] ?? {},
  }
}

/** A later type with the elements of an earlier one; nothing is sent for one that cannot be read. */
function asKind(frame: Call | CallError | Broken | Ignored, kind: 'result_error' | 'send'): Frame {
  if (frame.kind === 'ignored') return frame
  if (frame.kind === 'broken') return { kind: 'ignored', id: frame.id, why: frame.refusal.description }
  return { ...frame, kind } as ResultError | Send
}

const broken = (id: string, why: string, action: string | null = null): Broken => ({
  kind: 'broken',
  id,
  action,
  refusal: new CallRefused('frame', why),
})

const readId = (id: unknown): string | null =>
  typeof id === 'string' && id !== '' && id.length <= LONGEST_ID ? id : null

const isObject = (value: unknown): value is Payload =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

// Firmware in C pads strings with NULs, and a lone surrogate is half a character: no database takes either.
function mended(value: unknown): unknown {
  if (typeof value === 'string') return value.replaceAll('\u0000', '').toWellFormed()
  if (Array.isArray(value)) return value.map(mended)
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [mended(name), mended(item)]))
}

/** A frame's text as the log can keep it: NULs made visible. */
export const loggable = (text: string): string =>
  text.includes('\u0000') ? text.replaceAll('\u0000', '\\u0000') : text

export const callText = (id: string, action: string, payload: object): string =>
  `[2,${JSON.stringify(id)},${JSON.stringify(action)},${JSON.stringify(payload)}]`

export const resultText = (id: string, payload: object): string =>
  `[3,${JSON.stringify(id)},${JSON.stringify(payload)}]`

export const errorText = (id: string, refusal: CallRefused, names: ErrorNames): string =>
  refusalText(4, id, refusal, names)

/** Of an answer that cannot be read. */
export const resultErrorText = (id: string, refusal: CallRefused, names: ErrorNames): string =>
  refusalText(5, id, refusal, names)

const refusalText = (type: 4 | 5, id: string, { kind, description, details }: CallRefused, names: ErrorNames): string =>
  JSON.stringify([type, id, names[kind], description.slice(0, 255), details])
