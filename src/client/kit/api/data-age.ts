import { atom } from 'jotai/vanilla'
import { DATA_AGE, READ_AFTER } from '../../../shared/kit/data-age.ts'
import { store } from '../session/store.ts'

/** Less is what one would take for now. */
const WORTH_SAYING_S = 2

/** How many seconds old the last answer was that may be old; null where that is not worth a word. */
export const dataAgeAtom = atom<number | null>(null)

let written = 0

/** Anyone who wrote something is shown it, at whichever node they ask. */
export const readAfter = (): Record<string, string> => (written ? { [READ_AFTER]: String(written) } : {})

/** Answers come in any order: what was written last counts. */
export function noteWritten(position: number): void {
  if (position > written) written = position
}

/** What an answer says of how old it is, and of what was written by it. */
export function noteAge(headers: Pick<Headers, 'get'>): void {
  noteWritten(Number(headers.get(READ_AFTER)))
  const told = headers.get(DATA_AGE)
  if (told === null) return
  const age = Number(told) >= WORTH_SAYING_S ? Number(told) : null
  if (store.get(dataAgeAtom) !== age) store.set(dataAgeAtom, age)
}
