import { atom } from 'jotai/vanilla'
import type { MenuNode, userMenus } from '../../../shared/endpoints/shell.ts'
import type { Data } from '../../../shared/kit/endpoint.ts'
import { forget, keep, kept } from './kept.ts'
import { forgetKeptLayout } from './kept-layout.ts'
import { forgetOpener, shutOpener } from './opener.ts'
import { pageSignIn } from './page-sign-in.ts'
import { forgetAllPrivate, forgetPrivate, keepPrivate, keptPrivate, lock } from './private.ts'
import { forgetName, noteName } from './remembered.ts'
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
export const personAtom = atom<Person | null>(readToken() ? keptPrivate<Person>(KEY) : null)
export const menuAtom = atom<MenuNode[]>((get) => get(personAtom)?.menu ?? [])
export const rolesAtom = atom<string[]>((get) => get(personAtom)?.user.role ?? [])
export const permissionsAtom = atom<string[]>((get) => get(personAtom)?.permissions ?? [])

/** Once what is sealed was opened: paints the shell of a page that opens without a network. */
export function restorePerson() {
  const found = readToken() ? keptPrivate<Person>(KEY) : null
  if (found) store.set(personAtom, found)
}

/** True when another person, or nobody, was signed in here before. */
export function keepPerson(person: Person): boolean {
  const another = kept<number>(DRAFTS_OF) !== person.user.userId
  if (another) forgetAllPrivate(DRAFTS)
  keep(DRAFTS_OF, person.user.userId)
  noteName(person.user.userName)
  keepPrivate(KEY, person)
  ended = null
  readEnd()
  store.set(personAtom, person)
  return another
}

/** Exact codes, or one that grants all. Given a list, any one of it suffices. */
export function grants(permissions: readonly string[], wanted: string | readonly string[]): boolean {
  if (permissions.includes(ALL)) return true
  return typeof wanted === 'string' ? permissions.includes(wanted) : wanted.some((code) => permissions.includes(code))
}

/** The role, or any one of a list. */
export const holdsRole = (roles: readonly string[], wanted: string | readonly string[]): boolean =>
  (typeof wanted === 'string' ? [wanted] : wanted).some((role) => roles.includes(role))

/** `signed_out`: on request, after what waits unsent was asked about. `left`: by opening the sign-in page. `expired`: by itself. */
type Ending = 'signed_out' | 'left' | 'expired'
const listeners = new Set<(why: Ending) => void>()

export function onSessionEnd(listener: (why: Ending) => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

const UNREAD = 'session_ended'
/** When a session ended by itself that nobody has read of yet (epoch ms): kept in local storage until someone has. */
export const unreadEndAtom = atom<number | null>(kept<number>(UNREAD))

/** It was read that the last session ended, or someone signed in again. */
export function readEnd() {
  forget(UNREAD)
  store.set(unreadEndAtom, null)
}

function tellEnd() {
  const now = Date.now()
  keep(UNREAD, now)
  store.set(unreadEndAtom, now)
}

/** As far as this page knows someone is signed in: their token may be gone by now. */
export const hasSession = () => readToken() !== null || store.get(personAtom) !== null

let ended: Ending | null = null
/** Why the last session ended; null while there is one, and before the first. */
export const lastEnding = () => ended

/** Forgets everything of who was signed in, and tells the app, which goes to the sign-in page. */
export function endSession(why: Ending) {
  const own = pageSignIn()
  if (own) return own.ended()
  if (!hasSession()) return
  ended = why
  if (why === 'expired') tellEnd()
  void dropTokens()
  forgetPrivate(KEY)
  // A session that ended by itself leaves an unfinished form to its person, and their name.
  if (why !== 'expired') {
    const left = store.get(personAtom)?.user.userId
    if (left !== undefined) forgetKeptLayout(left)
    forgetAllPrivate(DRAFTS)
    forget(DRAFTS_OF)
    forgetName()
  }
  void (why === 'expired' ? shutOpener() : forgetOpener())
  lock()
  store.set(personAtom, null)
  for (const listener of listeners) listener(why)
}
