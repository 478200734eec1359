import { logout } from '../../shared/endpoints/auth.ts'
import { call } from '../kit/api/call.ts'
import { endSession } from '../kit/session/session.ts'

/** Ends the sign-in on the server too; without a network it still ends here. */
export async function signOut() {
  await call(logout, {}).catch(() => {})
  endSession('signed_out')
}
