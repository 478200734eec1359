import i18next from 'i18next'
import { isLanguage } from '../../shared/kit/languages.ts'
import { MORE_ENTITIES } from '../../shared/kit/more-entities.ts'
import { call } from '../kit/api/call.ts'
import { queryClient } from '../kit/api/queries.ts'
import { personAtom } from '../kit/session/session.ts'
import { store } from '../kit/session/store.ts'
import { afterFirstPaint } from '../kit/ui/first-paint.ts'
import { loaded } from '../kit/ui/lazy.ts'
import { whenIdle } from '../kit/ui/when-idle.ts'
import { liveStateAtom, startLive } from '../live/live.ts'
import { keepLastCopies } from '../offline/last-copy.ts'
import { declaredBy, sendAtOnce, startSending } from '../offline/sending.ts'
import { followThisDevice } from '../push/follow-device.ts'
import { readRightsAnew } from './menu/rights-changed.ts'
import { followMenu } from './menu/use-menu.ts'
import { startPreferences } from './preferences.ts'

let started = false

/** Messages come in the language that the console speaks; where it cannot be said now, the next change says it. */
async function tellLanguage(language: string) {
  if (!isLanguage(language) || !store.get(personAtom)) return
  const { saveLanguage } = await loaded(() => import('../../shared/endpoints/user-centre.ts'))
  await call(saveLanguage, { language })
}

/** How often it is asked whether the first screen is there, which needs the network and the processor more. */
const LOOK_EVERY_MS = 3_000

/** What opens next from most lists: a filter, a form, a record's page. A service worker has it already. */
const fetchNext = () =>
  void Promise.allSettled([
    import('./extras.ts'),
    import('../kit/fields/entity-named.ts'),
    // What is said without a network is sent by them.
    import('./deferred.ts'),
    import('../kit/records/page/entity-page.tsx'),
    import('./entity-forms.tsx'),
    import('../kit/ui/question-dialog.tsx'),
    // Who opens the scanner stands before a pile: the camera is all that it waits for.
    import('./scan/scan-dialog.tsx'),
    // What waits is looked at where there is no network.
    import('./outbox-page.tsx'),
    i18next.loadNamespaces([MORE_ENTITIES, 'errors', 'scan']),
  ])

/** Takes along what someone needs without a network, once nothing is on its way. What cannot be loaded now is another time. */
function takeAlong() {
  if (queryClient.isFetching() > 0) return void setTimeout(takeAlong, LOOK_EVERY_MS)
  whenIdle(() => {
    fetchNext()
    loaded(() => import('./take-along.ts')).then(
      (module) => module.startTakingAlong(),
      () => {},
    )
  })
}

/** What runs beside the pages of anyone who is signed in. The sign-in page does without, so it comes with the layout. */
export function startSignedIn() {
  if (started) return
  started = true
  followMenu()
  keepLastCopies(queryClient)
  declaredBy(async () => (await loaded(() => import('./deferred.ts'))).declareDeferred())
  void afterFirstPaint().then(startBeside)
}

/** What no page waits for. */
function startBeside() {
  startLive(() => void readRightsAnew())
  setTimeout(takeAlong, LOOK_EVERY_MS)
  startSending()
  followThisDevice()
  startPreferences()
  // The server is there: it may have been away while the network was not.
  store.sub(liveStateAtom, () => store.get(liveStateAtom) === 'live' && sendAtOnce())
  i18next.on('languageChanged', (language) => void tellLanguage(language).catch(() => {}))
}
