import { logout } from '../../shared/endpoints/auth.ts'
import { call } from '../kit/api/call.ts'
import { endSession, personAtom } from '../kit/session/session.ts'
import { store } from '../kit/session/store.ts'
import { readToken } from '../kit/session/token.ts'

/**
 * Whoever opens the sign-in page is not signed in any more, here or on the server, and the copies of what they saw are gone. What
 * they decided and the server has not heard waits for them: nobody asked whether to drop it.
 */
export function leave() {
  const userId = store.get(personAtom)?.user.userId
  if (readToken()) void call(logout, {}).catch(() => {})
  endSession('left')
  if (userId !== undefined) void import('../offline/copies.ts').then(({ forgetCopies }) => forgetCopies(userId))
}
