import { atom } from 'jotai/vanilla'
import { DATA_AGE, READ_AFTER } from '../../../shared/kit/data-age.ts'
import { store } from '../session/store.ts'

/** Less is what one would take for now. */
const WORTH_SAYING_S = 2

/** How many seconds old the last answer was that may be old; null where that is not worth a word. */
export const dataAgeAtom = atom<number | null>(null)

let written: string | null = null

/** Anyone who wrote something is shown it, at whichever node they ask. */
export const readAfter = (): Record<string, string> => (written ? { [READ_AFTER]: written } : {})

/** What an answer says of how old it is, and of what was written by it. */
export function noteAge(headers: Headers): void {
  written = headers.get(READ_AFTER) ?? written
  const told = headers.get(DATA_AGE)
  if (told === null) return
  const age = Number(told) >= WORTH_SAYING_S ? Number(told) : null
  if (store.get(dataAgeAtom) !== age) store.set(dataAgeAtom, age)
}
