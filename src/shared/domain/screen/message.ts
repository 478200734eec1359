/* What a pile shows on its screen beside what its maker has it show. */

/** How its text is read. `qr_code` is of OCPP 2.1. */
export const FORMATS = ['utf8', 'ascii', 'uri', 'html', 'qr_code'] as const
export type Format = (typeof FORMATS)[number]

/** Before everything else and alone; before the others, in turn; in the cycle of the others. */
export const PRIORITIES = ['always_front', 'in_front', 'normal'] as const
export type Priority = (typeof PRIORITIES)[number]

/** While the pile is so; the last two are of OCPP 2.1. */
export const SHOWN_WHILE = ['charging', 'faulted', 'idle', 'unavailable', 'suspended', 'discharging'] as const
export type ShownWhile = (typeof SHOWN_WHILE)[number]

/** No message of OCPP 2.0.1 has a longer text. */
export const MOST_TEXT = 512
/** A message of 2.1 has so many languages beside its own. */
export const MOST_EXTRA = 4

/** A text in one language; null: the message does not say which. */
export interface ScreenText {
  language: string | null
  text: string
}

/** A message as it goes to a pile and as the pile holds it. */
export interface ScreenMessage {
  number: number
  format: Format
  priority: Priority
  /** Null: at any time. */
  shown_while: ShownWhile | null
  starts_at: string | null
  /** The pile takes it away by itself then (O01.FR.07). */
  ends_at: string | null
  /** Only while this runs (O02). */
  transaction_id: string | null
  /** The first is the pile's own language. */
  texts: readonly ScreenText[]
}

/** Numbers below are of texts that a person had one pile show; those of saved messages follow. */
export const FIRST_SAVED = 1_000
export const numberOfSaved = (id: number): number => FIRST_SAVED + id
export const savedOf = (number: number): number | null => (number > FIRST_SAVED ? number - FIRST_SAVED : null)

/** The lowest number that no text of a person's has yet; when all are used, the first gives way (O06). */
export function freeNumber(used: Iterable<number>): number {
  const taken = new Set(used)
  for (let number = 1; number < FIRST_SAVED; number++) if (!taken.has(number)) return number
  return 1
}

/** Whether a pile that holds both puts the one in the place of the other: one alone is always in front (O01.FR.16, O02.FR.18). */
export const givesWay = (held: Pick<ScreenMessage, 'number' | 'priority'>, comes: typeof held): boolean =>
  held.number === comes.number || (held.priority === 'always_front' && comes.priority === 'always_front')

/** In what a message that a pile tells is another than the one that it was given. */
export type Difference = 'text' | 'format' | 'priority' | 'shown_while' | 'starts_at' | 'ends_at'

const seconds = (moment: string | null) => (moment === null ? null : Math.floor(Date.parse(moment) / 1_000))
/** A pile that names no language means its own. */
const written = ({ texts }: ScreenMessage) =>
  [...new Set(texts.map(({ text }) => text.trim().replace(/\s+/g, ' ')))].sort().join('\n')

/** What a pile tells otherwise than it was given. Its clock knows seconds, and it may list languages in another order. */
export function differencesOf(given: ScreenMessage, told: ScreenMessage): Difference[] {
  const differs: Difference[] = []
  if (written(given) !== written(told)) differs.push('text')
  for (const name of ['format', 'priority', 'shown_while'] as const) if (given[name] !== told[name]) differs.push(name)
  for (const name of ['starts_at', 'ends_at'] as const) {
    // A pile may say when a message began that was given none.
    if (name === 'starts_at' && given.starts_at === null) continue
    if (seconds(given[name]) !== seconds(told[name])) differs.push(name)
  }
  return differs
}

type Timed = Pick<ScreenMessage, 'priority' | 'shown_while' | 'starts_at' | 'ends_at'>

/** What a screen that holds these shows at a moment, by the pile's state: the one that is always in front alone, else all in turn. */
export function shownNow<M extends Timed>(
  messages: readonly M[],
  { state, at }: { state: ShownWhile; at: number },
): M[] {
  const shown = messages.filter(
    ({ shown_while, starts_at, ends_at }) =>
      (shown_while === null || shown_while === state) &&
      (starts_at === null || Date.parse(starts_at) <= at) &&
      (ends_at === null || Date.parse(ends_at) > at),
  )
  const of = (priority: Priority) => shown.filter((one) => one.priority === priority)
  const alone = of('always_front')
  return alone.length > 0 ? alone : [...of('in_front'), ...of('normal')]
}
