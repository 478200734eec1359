import type { Flag } from '../flags.ts'
import type { Payload } from '../framing.ts'
import type { PileBook } from '../pile-book.ts'
import type { Alarms, Cards, ConnectedPile, Live, ReadingRow, Sessions, SetAside } from '../ports.ts'

/** What a message's handler may use. */
export interface Services {
  sessions: Sessions
  cards: Cards
  alarms: Alarms
  setAside: SetAside
  live: Live
  book: PileBook
}

/** One call of one pile. */
export interface Caller extends Services {
  readonly pile: ConnectedPile
  /** Our clock when the frame arrived, epoch milliseconds. */
  readonly received_at: number
  /** The call's unique id. */
  readonly message_id: string
  readonly flag: Flag
}

export interface Outcome {
  answer: object
  /** Stored with the frame in one commit, before the answer is sent; then the session hears of them. */
  readings?: ReadingRow[]
  /** It tells of what was: nothing that is waited for has happened now. */
  isOld?: boolean
}

/** A message that a pile may send: its payload has passed the schema, or deviates from it in a tolerated way. */
export interface Message {
  readonly action: string
  handle(call: never, caller: Caller): Outcome | Promise<Outcome>
}

type Answered = object | Promise<object>

/** A message that is answered when its handler is done. */
export const handler = <Call extends object = Payload>(
  action: string,
  handle: (call: Call, caller: Caller) => Answered,
): Message => ({
  action,
  handle: async (call: Call, caller: Caller) => ({ answer: await handle(call, caller) }),
})

/** A message whose readings are stored before it is answered. */
export const reporter = <Call extends object>(
  action: string,
  handle: (call: Call, caller: Caller) => Outcome | Promise<Outcome>,
): Message => ({ action, handle })
