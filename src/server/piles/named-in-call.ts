import { customerOfTag } from '../../shared/domain/customer-tag.ts'
import type { CallFacts } from './ports.ts'

/** Whom and what a raw call's payload names. */
export interface Named {
  /** idTags in capitals, as the piles' side compares them. */
  tags: string[]
  /** Our numbers, or the names that their pile gave them. */
  transactions: string[]
}

/** A card reader's number: 4, 7 or 10 bytes (ISO 14443). Digits alone may be a date or a count. */
const CARD_UID = /^(?=.*[A-F])([0-9A-F]{8}|[0-9A-F]{14}|[0-9A-F]{20})$/
/** What fits into an idTag (OCPP 1.6, 7.28) and has a digit, as card numbers have. */
const COULD_BE_TAG = /^(?=.*\d)[A-Z0-9_-]{4,20}$/
const CUSTOMER_TAGS = /CUSTOMER-[1-9]\d*/g
/** Text in a text in a text: nobody sends more. */
const MOST_DEPTH = 8

/**
 * Everything in a payload that names a card, a customer or a transaction: by the protocol's own fields, by a field or key of a
 * vendor's that is called after them, or by its looks where a vendor's message is free text. Nothing is looked up here, so what
 * is refused for it does not tell whether such a card exists.
 */
export function namedIn({ free, secrets, named }: Pick<CallFacts, 'free' | 'secrets' | 'named'>): Named {
  const tags = new Set<string>()
  const transactions = new Set<string>()
  const visiting: Visited[] = [{ key: '', value: named, depth: 0 }]
  for (let one = visiting.pop(); one; one = visiting.pop()) {
    const { key, value, depth } = one
    if (isTransaction(key) && isName(value)) transactions.add(String(value).trim())
    if (typeof value === 'string') {
      for (const tag of secrets.includes(plain(key)) ? [] : tagsIn(free, key, value)) tags.add(tag)
      const inner = depth < MOST_DEPTH ? parsed(value) : undefined
      if (inner !== undefined) visiting.push({ key, value: inner, depth: depth + 1 })
    } else if (typeof value === 'number' && (isTag(key) || (free && isCard(key)))) tags.add(String(value))
    else if (Array.isArray(value)) for (const each of value) visiting.push({ key, value: each, depth })
    else if (typeof value === 'object' && value !== null)
      for (const [name, each] of Object.entries(value)) visiting.push({ key: name, value: each, depth })
  }
  return { tags: [...tags], transactions: [...transactions] }
}

interface Visited {
  key: string
  value: unknown
  depth: number
}

const plain = (key: string) => key.replace(/[^A-Za-z]/g, '').toLowerCase()
const isTag = (key: string) => /idtag|idtoken/.test(plain(key))
/** A vendor's own word for it; of `cardReaderBaud` nobody is charged. */
const isCard = (key: string) => /(card(no|num|number|id|uid|code)?|rfid|uid)$/.test(plain(key))
const isName = (value: unknown) => typeof value === 'number' || (typeof value === 'string' && value.trim() !== '')
const isTransaction = (key: string) => plain(key) === 'transactionid'

function tagsIn(free: boolean, key: string, text: string): string[] {
  const whole = text.trim().toUpperCase()
  if (isTag(key)) return whole ? [whole] : []
  const customers = whole.match(CUSTOMER_TAGS) ?? []
  if (!free) return customers
  const looksLikeOne = CARD_UID.test(whole) || ((key === 'data' || isCard(key)) && COULD_BE_TAG.test(whole))
  return [...customers, ...assigned(whole), ...(looksLikeOne && customerOfTag(whole) === null ? [whole] : [])]
}

/** `idTag=04A2B3C4` in a line of a vendor's own. */
const assigned = (text: string): string[] =>
  [...text.matchAll(/(?:ID_?(?:TAG|TOKEN)|CARD_?(?:NO|NUM|NUMBER|ID|UID)|RFID|UID)\W{1,4}([A-Z0-9_-]{1,20})/g)].flatMap(
    ([, tag]) => tag ?? [],
  )

function parsed(text: string): unknown {
  if (!/^\s*[[{"]/.test(text)) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
