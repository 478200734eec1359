import type { Intent } from '../../shared/domain/intent.ts'
import type { OurCall, Protocol } from './protocol.ts'

/** What is asked: in our words, or in a call that a person wrote in the pile's own. */
export type Order = { intent: Intent } | OurCall

/** What is asked in the words of a pile's protocol and in ours; `sent` null where the protocol cannot say it. */
export interface InWords {
  intent: Intent | null
  sent: OurCall | null
}

/** How one pile calls its transactions, and which numbers those have here. */
export interface TransactionNames {
  nameOf(transaction_id: string): Promise<string | null>
  numberOf(name: string): Promise<string | null>
}

const OTHER: Intent = { ask: 'other' }

/** `command`: its number, null before it has one. */
export function inWordsOf(order: Order, protocol: Protocol, command: number | null): InWords {
  if ('intent' in order) {
    const intent = protocol.own?.(order.intent, command) ?? order.intent
    return { intent, sent: protocol.say(intent, command) }
  }
  const written = { action: order.action, payload: order.payload }
  // The pile may have come with another version since it was looked at.
  if (protocol.flawOf(written)) return { intent: null, sent: null }
  const sent = command === null ? written : (protocol.numbered?.(written, command) ?? written)
  return { intent: protocol.read(sent), sent }
}

/**
 * The same at a pile that names its transactions by itself: it is asked by its own name, and what is kept of the intent has our number. Where
 * no order has the name that a person wrote, nothing is known to follow.
 */
export async function inNamesOf(
  order: Order,
  protocol: Protocol,
  command: number,
  names: TransactionNames,
): Promise<InWords> {
  const words = inWordsOf(order, protocol, command)
  if (!protocol.namesTransactions) return words
  if (!('intent' in order)) return await inOurNumbers(words, names)
  const { intent } = words
  const number = intent && transactionOf(intent)
  const name = number === null ? null : await names.nameOf(number)
  return intent === null || name === null
    ? words
    : { intent, sent: protocol.say(withTransaction(intent, name), command) }
}

/** A call that a person wrote, with our number of the transaction that it calls by its pile's name. */
export async function inOurNumbers({ intent, sent }: InWords, { numberOf }: TransactionNames): Promise<InWords> {
  if (!intent) return { intent, sent }
  if (intent.ask === 'transaction_status') {
    const number = await numberOf(intent.transaction_id)
    return { intent: number === null ? intent : { ...intent, transaction_id: number, by_pile_name: false }, sent }
  }
  const name = transactionOf(intent)
  if (name === null) return { intent, sent }
  const number = await numberOf(name)
  return { intent: number === null ? OTHER : withTransaction(intent, number), sent }
}

/** The transaction that an intent names. */
function transactionOf(intent: Intent): string | null {
  if (intent.ask === 'stop' || intent.ask === 'priority' || intent.ask === 'tell_cost') return intent.transaction_id
  if (intent.ask === 'transaction_status') return intent.by_pile_name ? null : intent.transaction_id
  if (intent.ask === 'show_message') return intent.transaction_id
  return intent.ask === 'set_profile' ? intent.profile.transaction_id : null
}

function withTransaction(intent: Intent, transaction_id: string): Intent {
  if (
    intent.ask === 'stop' ||
    intent.ask === 'priority' ||
    intent.ask === 'tell_cost' ||
    intent.ask === 'transaction_status' ||
    intent.ask === 'show_message'
  )
    return { ...intent, transaction_id }
  return intent.ask === 'set_profile' ? { ...intent, profile: { ...intent.profile, transaction_id } } : intent
}
