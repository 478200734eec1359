import { atom } from 'jotai'
import type { MenuNode, userMenus } from '../../../shared/endpoints/shell.ts'
import type { Data } from '../../../shared/kit/endpoint.ts'
import { forget, forgetAll, keep, kept } from './kept.ts'
import { store } from './store.ts'
import { dropTokens, readToken } from './token.ts'

/** Who is signed in, what they may do, and their menu. */
export type Person = Data<typeof userMenus>

const KEY = 'person'
/** What was entered into forms and not saved; the person's whose identity is beside it. */
const DRAFTS = 'draft/'
const DRAFTS_OF = 'drafts_of'
const ALL = '*'

/** Read from local storage for the first paint, then replaced by the server's answer. */
export const personAtom = atom<Person | null>(readToken() ? kept<Person>(KEY) : null)
export const menuAtom = atom<MenuNode[]>((get) => get(personAtom)?.menu ?? [])
export const permissionsAtom = atom<string[]>((get) => get(personAtom)?.permissions ?? [])

export function keepPerson(person: Person) {
  if (kept<number>(DRAFTS_OF) !== person.user.userId) forgetAll(DRAFTS)
  keep(DRAFTS_OF, person.user.userId)
  keep(KEY, person)
  store.set(personAtom, person)
}

/** Exact codes, or one that grants all. Given a list, any one of it suffices. */
export function grants(permissions: readonly string[], wanted: string | readonly string[]): boolean {
  if (permissions.includes(ALL)) return true
  return typeof wanted === 'string' ? permissions.includes(wanted) : wanted.some((code) => permissions.includes(code))
}

/** `signed_out`: on request, after what waits unsent was asked about. `left`: by opening the sign-in page. `expired`: by itself. */
type Ending = 'signed_out' | 'left' | 'expired'
const listeners = new Set<(why: Ending) => void>()

export function onSessionEnd(listener: (why: Ending) => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Forgets everything of who was signed in, and tells the app, which goes to the sign-in page. */
export function endSession(why: Ending) {
  if (!readToken() && !store.get(personAtom)) return
  dropTokens()
  forget(KEY)
  // A session that ended by itself leaves an unfinished form to its person.
  if (why !== 'expired') forgetAll(DRAFTS)
  store.set(personAtom, null)
  for (const listener of listeners) listener(why)
}
