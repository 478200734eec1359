import { maybe, object, status, text, whole } from '../../fields.ts'
import type { Payload } from '../../frame.ts'
import type { CallHandler, Pile } from '../../pile.ts'
import { heldMessages, MOST_MESSAGES, type ScreenWords } from '../screen.ts'

/** So many it tells in one message. */
const IN_ONE = 3

/** Messages on the pile's screen (O01 to O06), kept through a reboot. */
export const screenCommands = (pile: Pile, words: ScreenWords): Record<string, CallHandler> => ({
  SetDisplayMessage(payload) {
    const message = object(payload, 'message')
    const flaw = flawOf(pile, message, words)
    if (flaw) return status(flaw)
    const id = whole(message, 'id')
    const others = heldMessages(pile).filter(({ message: held }) => !givesWay(held, message))
    if (others.length >= Math.min(MOST_MESSAGES, pile.wrong.screenRoom)) return status('Rejected')
    pile.memory.messages = [...others, { id, message }]
    return status('Accepted')
  },

  GetDisplayMessages(payload) {
    const requestId = whole(payload, 'requestId')
    const ids = payload.id as number[] | undefined
    const [priority, state] = [maybe(text, payload, 'priority'), maybe(text, payload, 'state')]
    const found = heldMessages(pile)
      .filter(({ id }) => !ids || ids.includes(id))
      .filter(({ message }) => !priority || message.priority === priority)
      .filter(({ message }) => !state || message.state === state)
      .map(({ message }) => message)
    if (found.length === 0) return status('Unknown')
    return status('Accepted', () => report(pile, requestId, found))
  },

  ClearDisplayMessage(payload) {
    const id = whole(payload, 'id')
    const left = heldMessages(pile).filter((held) => held.id !== id)
    const isKnown = left.length < (pile.memory.messages ?? []).length
    pile.memory.messages = left
    return status(isKnown ? 'Accepted' : 'Unknown')
  },
})

/** One under its number, and the only one that is always in front (O01.FR.16, O06). */
const givesWay = (held: Payload, comes: Payload) =>
  held.id === comes.id || (held.priority === 'AlwaysFront' && comes.priority === 'AlwaysFront')

function flawOf(pile: Pile, message: Payload, words: ScreenWords): string | null {
  const content = object(message, 'message')
  const extra = (message.messageExtra as Payload[] | undefined) ?? []
  const all = [content, ...extra]
  if (all.some((one) => !words.formats.includes(text(one, 'format')))) return 'NotSupportedMessageFormat'
  if (!words.priorities.includes(text(message, 'priority'))) return 'NotSupportedPriority'
  const state = maybe(text, message, 'state')
  if (state && !words.states.includes(state)) return 'NotSupportedState'
  const transaction = maybe(text, message, 'transactionId')
  if (transaction && !pile.memory.transactions.some(({ id, stopped }) => id === transaction && !stopped))
    return 'UnknownTransaction'
  const { languages } = words
  // O01.FR.19, O01.FR.18
  if (!languages) return extra.length > 0 ? 'Rejected' : null
  const isStrange = (one: Payload) => typeof one.language === 'string' && !languages.includes(one.language)
  return all.some(isStrange) ? 'LanguageNotSupported' : null
}

async function report(pile: Pile, requestId: number, found: readonly Payload[]) {
  for (let at = 0; at < found.length; at += IN_ONE) {
    const messageInfo = found.slice(at, at + IN_ONE)
    const payload = { requestId, tbc: at + IN_ONE < found.length, messageInfo }
    await pile.reports.tell({ action: 'NotifyDisplayMessages', payload })
  }
}
