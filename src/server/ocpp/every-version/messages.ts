import { CallRefused } from '../framing.ts'
import type { Message } from './message.ts'
import type { SchemaSet } from './schema-set.ts'

/** As much of an unknown action is repeated to its pile. */
const REPEATED = 60

/**
 * Finds the handler of an action among those that a pile may call, or gives the standard's refusal: not known at all, or known and not
 * a pile's to call. `piles`: how the version calls a pile.
 */
export function messagesOf(schemas: SchemaSet, piles: string, all: readonly Message[]): (action: string) => Message {
  const messages = new Map(all.map((message) => [message.action, message]))
  return (action) => {
    const message = messages.get(action)
    if (message) return message
    if (schemas.isAction(action)) throw new CallRefused('not_supported', `${action} is not a ${piles}'s to call`)
    throw new CallRefused('not_implemented', `${schemas.name} knows no ${action.slice(0, REPEATED)}`)
  }
}
