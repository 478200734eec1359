import type { Payload } from '../framing.ts'
import type { Caller, Outcome } from '../protocol.ts'

/** A message that a pile may send: its payload has passed the schema, or deviates from it in a tolerated way. */
export interface Message {
  readonly action: string
  handle(call: never, caller: Caller): Outcome | Promise<Outcome>
}

type Answered = object | Promise<object>

/** A message that is answered when its handler is done, and shows nothing of what we asked for. */
export const handler = <Call extends object = Payload>(
  action: string,
  handle: (call: Call, caller: Caller) => Answered,
): Message => ({
  action,
  handle: async (call: Call, caller: Caller) => ({ answer: await handle(call, caller), sign: { shows: 'other' } }),
})

/** A message that shows something of what we asked for, or whose readings are stored before it is answered. */
export const reporter = <Call extends object>(
  action: string,
  handle: (call: Call, caller: Caller) => Outcome | Promise<Outcome>,
): Message => ({ action, handle })
