export type Figures = Readonly<Record<string, string | number>>

/** A message that a person will read: a key of the locales (`errors` unless it says `other:key`) and its figures. */
export interface Message {
  key: string
  figures?: Figures
}

interface Refused {
  figures?: Figures
  /** What is wrong with each field of the input. */
  fields?: Readonly<Record<string, Message>>
  /** What the caller needs to go on: the record as it is now, what uses it. */
  data?: Readonly<Record<string, unknown>>
  /** The record that is there, but not for this person. Only the log is told. */
  hidden?: Hidden | null
  /** What failed below, where something did that this server needs. */
  cause?: unknown
}

export interface Hidden {
  entity: string
  id: number
}

/**
 * Why a request was not done. Thrown anywhere; the caller gets `code` as HTTP status, the message in
 * their language, and `data` with `errors` for each field that was named.
 */
export class Refusal extends Error {
  readonly code: number
  readonly key: string
  readonly figures: Figures
  readonly fields: Readonly<Record<string, Message>>
  readonly data: Readonly<Record<string, unknown>>
  readonly hidden: Hidden | null

  constructor(code: number, key: string, { figures = {}, fields = {}, data = {}, hidden = null, cause }: Refused = {}) {
    super(key, cause === undefined ? {} : { cause })
    this.code = code
    this.key = key
    this.figures = figures
    this.fields = fields
    this.data = data
    this.hidden = hidden
  }
}

/** A failure below that means something to who asked: they are told that, and the log why. */
export abstract class Meaning extends Error {
  abstract get refusal(): Refusal
}

/** One field's input is wrong. */
export const wrongField = (field: string, key: string, figures?: Figures, hidden: Hidden | null = null): Refusal =>
  new Refusal(422, 'invalid_input', { fields: { [field]: figures ? { key, figures } : { key } }, hidden })

export const notFound = (hidden: Hidden | null = null): Refusal => new Refusal(404, 'record_not_found', { hidden })
