import { noteWritten } from '../kit/api/data-age.ts'
import { queryClient } from '../kit/api/queries.ts'
import { renew } from '../kit/api/renew.ts'
import { endSession, personAtom } from '../kit/session/session.ts'
import { store } from '../kit/session/store.ts'
import { readToken } from '../kit/session/token.ts'
import { LiveConnection } from './live-connection.ts'
import { liveStateAtom } from './live-state.ts'
import { StaleQueries } from './stale-queries.ts'

/** A token refused by the live channel is renewed like one refused by the API. An unheard server is no refusal. */
const renewToken = () => renew(readToken()).catch(() => true)

/**
 * Keeps the live channel open while someone is signed in, and asks again whatever it says has changed. `rightsChanged` is
 * called when it says so, and after every pause: nothing was told meanwhile.
 */
export function startLive(rightsChanged: () => void) {
  const stale = new StaleQueries(queryClient)
  let wasLive = false
  const connection = new LiveConnection({
    token: readToken,
    renew: renewToken,
    changed: (change) => {
      noteWritten(change.written ?? 0)
      stale.changed(change)
    },
    rightsChanged,
    caughtUp: () => {
      stale.all()
      if (wasLive) rightsChanged()
      wasLive = true
    },
    state: (state) => {
      store.set(liveStateAtom, state)
      if (state === 'ended') endSession('expired')
    },
  })
  let signedIn = false
  const follow = () => {
    const now = store.get(personAtom) !== null
    if (now === signedIn) return
    signedIn = now
    wasLive = false
    if (signedIn) connection.start()
    else connection.stop()
  }
  store.sub(personAtom, follow)
  follow()
}
