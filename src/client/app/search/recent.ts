import { ownList } from '../../kit/session/own-list.ts'
import { store } from '../../kit/session/store.ts'

/** A page that someone opened. */
export interface Recent {
  path: string
  /** Empty for a page of the menu, which says it in the language that shows. */
  title: string
}

/** What the person who is signed in opened last on this device, the newest first. */
const { listAtom, put } = ownList<Recent>('recent')
export const recentAtom = listAtom

export function noteRecent(opened: Recent) {
  const before = store.get(recentAtom)
  if (before[0]?.path === opened.path && before[0].title === opened.title) return
  put([opened, ...before.filter(({ path }) => path !== opened.path)])
}

export const clearRecent = () => put([])
