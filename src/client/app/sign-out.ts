import i18next from 'i18next'
import { logout } from '../../shared/endpoints/auth.ts'
import { call } from '../kit/api/call.ts'
import { endSession } from '../kit/session/session.ts'
import { store } from '../kit/session/store.ts'
import { confirm } from '../kit/ui/confirm.tsx'
import { mayLeave } from '../kit/ui/navigation-blocker.ts'
import { decisionsAtom } from '../offline/sending.ts'

/** Signing out forgets what this person decided and the server has not heard. */
async function mayForget(): Promise<boolean> {
  const waiting = store.get(decisionsAtom).filter(({ state }) => state === 'waiting').length
  if (waiting === 0) return true
  await i18next.loadNamespaces('offline')
  return confirm({
    title: i18next.t('offline:sign_out.title', { count: waiting }),
    text: i18next.t('offline:sign_out.text'),
    yes: i18next.t('offline:sign_out.yes'),
    danger: true,
  })
}

/** Ends the sign-in on the server too; without a network it still ends here. */
export async function signOut() {
  if (!(await mayForget()) || !(await mayLeave())) return
  await call(logout, {}).catch(() => {})
  endSession('signed_out')
}
