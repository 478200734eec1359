import { atom } from 'jotai/vanilla'
import { onSessionEnd, personAtom } from '../kit/session/session.ts'
import { store } from '../kit/session/store.ts'
import { loaded } from '../kit/ui/lazy.ts'

/** Whether push was offered in this window: nothing else is offered beside it, or right after it. */
export const pushOfferedAtom = atom(false)

const isAllowed = () => 'Notification' in globalThis && Notification.permission === 'granted'

/** What push is made of: most pages are opened where nobody allowed it. */
const device = () => loaded(() => import('./this-device.ts'))

/** Keeps the server's list of devices true, from the start of the console to the sign-out. */
export function followThisDevice() {
  const renew = () =>
    void (
      isAllowed() &&
      device().then(
        ({ renewHere }) => renewHere().catch(() => {}),
        () => {},
      )
    )
  let last: number | null = null
  const follow = () => {
    const me = store.get(personAtom)?.user.userId ?? null
    if (me === last) return
    last = me
    renew()
  }
  store.sub(personAtom, follow)
  follow()
  onSessionEnd((why) => {
    last = null
    if (why !== 'expired')
      device().then(
        ({ forgetHere }) => forgetHere().catch(() => {}),
        () => {},
      )
  })
}
