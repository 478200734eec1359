import { atom } from 'jotai/vanilla'
import { forgetAllPrivate, keepPrivate, keptPrivate } from '../../kit/session/private.ts'
import { personAtom } from '../../kit/session/session.ts'
import { store } from '../../kit/session/store.ts'

/** A page that someone opened. */
export interface Recent {
  path: string
  /** Empty for a page of the menu, which says it in the language that shows. */
  title: string
}

const MOST = 8
const KEPT_SECONDS = 30 * 24 * 3600
const PREFIX = 'recent/'

/** By person: several may use one device. */
const lists = atom<Readonly<Record<number, readonly Recent[]>>>({})

/** What the person who is signed in opened last on this device, the newest first. */
export const recentAtom = atom((get): readonly Recent[] => {
  const userId = get(personAtom)?.user.userId
  return userId === undefined ? [] : (get(lists)[userId] ?? keptPrivate<Recent[]>(PREFIX + userId) ?? [])
})

function put(list: readonly Recent[]) {
  const userId = store.get(personAtom)?.user.userId
  if (userId === undefined) return
  keepPrivate(PREFIX + userId, list, KEPT_SECONDS)
  store.set(lists, { ...store.get(lists), [userId]: list })
}

export function noteRecent(opened: Recent) {
  const before = store.get(recentAtom)
  if (before[0]?.path === opened.path && before[0].title === opened.title) return
  put([opened, ...before.filter(({ path }) => path !== opened.path)].slice(0, MOST))
}

/** They tell what someone looked at: nobody else shall see them. */
export function forgetRecent() {
  store.set(lists, {})
  forgetAllPrivate(PREFIX)
}

export const clearRecent = () => put([])
