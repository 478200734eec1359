export const MINUTE = 60_000
export const HOUR = 60 * MINUTE
/** A car may stand for so long, and what waits for it with it. */
export const DAY = 24 * HOUR

export type Payload = Readonly<Record<string, unknown>>

/** What a pile did by itself: one of its messages with our answer to it. */
export interface Sign {
  action: string
  payload: Payload
  answer: Payload
}

/** What a sign shows of a command: its effect, its failure, or how far the pile is; with the pile's word for it. */
export interface Verdict {
  is: 'done' | 'failed' | 'under_way'
  word?: string
  /** How long the next word may take. */
  within_ms?: number
}

/** Judges one sign. It may remember the signs before. */
export type Watch = (sign: Sign) => Verdict | null

export interface Effect {
  /** How long after a yes its effect may take before that is an alarm. */
  within_ms: number
  /** How long after that, or after a call without an answer, it still counts. */
  late_ms: number
  /** It stands for the answer where that does not come. */
  answers?: true
  look: Watch
}
