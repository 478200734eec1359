import { atom } from 'jotai/vanilla'
import { userMenus } from '../../../shared/endpoints/shell.ts'
import { call } from '../../kit/api/call.ts'
import { queryClient } from '../../kit/api/queries.ts'
import { personAtom } from '../../kit/session/session.ts'
import { store } from '../../kit/session/store.ts'

/** What the server said last of a person's menu. */
const heard = atom<{ userId: number; version: string } | null>(null)

/** The menu that shows is not the one that this person has by now: a refresh brings that. Set to say that they know. */
export const menuChangedAtom = atom(
  (get) => {
    const [person, last] = [get(personAtom), get(heard)]
    return person !== null && last?.userId === person.user.userId && last.version !== person.version
  },
  (_, set) => set(heard, null),
)

/**
 * Reads anew what this person may do. Buttons and records follow at once; the navigation stays until the browser is refreshed,
 * so that nothing disappears under a person's hand.
 */
export async function readRightsAnew(): Promise<void> {
  const asked = store.get(personAtom)
  // Unheard: the server refuses what is not allowed any more, and the next change is told again.
  const now = asked && (await call(userMenus, {}, { known: asked }).catch(() => null))
  const shown = store.get(personAtom)
  if (!now || !shown || now.user.userId !== shown.user.userId) return
  // With the menu of before it is no answer of the server's any more, and no tag tells of it.
  const tag = now === shown ? shown.tag : ''
  store.set(personAtom, { ...shown, permissions: now.permissions, user: now.user, tag })
  store.set(heard, { userId: now.user.userId, version: now.version })
  // What someone reaches may be other records, which no version tells.
  void queryClient.invalidateQueries({ predicate: ({ meta }) => meta?.entities !== undefined })
}
