import type { Severity } from './alarm-codes.ts'

/** What a pile says of something that it watches of itself: it lasts, or it is over. */
export interface Condition {
  /** What is watched, and by which monitor: words of the same thing follow one another. */
  thing: string
  /** Of its alarm. */
  code: string
  /** Null: of the whole pile. */
  connector_number: number | null
  /** The number that the pile gave its monitor. */
  monitor_number: number | null
  lasts: boolean
  at: number
  /** Of two words of one moment the later one has the larger. */
  event_id: number
  /** 0 is danger, 9 the least; null where nobody said. */
  level: number | null
  message: string | null
  vendor_code: string | null
}

type Word = Pick<Condition, 'thing' | 'at' | 'event_id'>

/** Whether a word was said after another one of the same thing. */
export const isNewer = (word: Word, than: Word): boolean =>
  word.at === than.at ? word.event_id > than.event_id : word.at > than.at

/** The last word of each thing, in whatever order they came and however often. */
export function newestWords<W extends Word>(words: readonly W[]): W[] {
  const newest = new Map<string, W>()
  for (const word of words) {
    const known = newest.get(word.thing)
    if (!known || isNewer(word, known)) newest.set(word.thing, word)
  }
  return [...newest.values()]
}

/** The least level that a person has to look at: what is below informs, or is for finding errors. */
export const LEAST_LEVEL = 7

/** How severe an alarm of a level is (OCPP 2.0.1, 1.44): 0 danger to 3 critical, 4 error, 5 alert, 6 warning, 7 notice. */
export function severityOfLevel(level: number): Severity {
  if (level <= 3) return 'critical'
  return level <= 5 ? 'major' : 'minor'
}
