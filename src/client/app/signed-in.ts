import i18next from 'i18next'
import { MORE_ENTITIES } from '../../shared/kit/more-entities.ts'
import { pageIsThere } from '../kit/api/page-is-there.ts'
import { queryClient } from '../kit/api/queries.ts'
import { store } from '../kit/session/store.ts'
import { afterFirstPaint } from '../kit/ui/first-paint.ts'
import { bringMoreIcons } from '../kit/ui/icon.tsx'
import { loaded } from '../kit/ui/lazy.ts'
import { whenIdle } from '../kit/ui/when-idle.ts'
import { liveStateAtom } from '../live/live-state.ts'
import { keepLastCopies } from '../offline/last-copy.ts'
import { declaredBy, sendAtOnce, startSending } from '../offline/sending.ts'
import { followThisDevice } from '../push/follow-device.ts'
import { followMenu } from './menu/use-menu.ts'

let started = false

/** How often it is asked whether the first screen is there, which needs the network and the processor more. */
const LOOK_EVERY_MS = 3_000

/** What opens next from most lists: a filter, a form, a record's page. A service worker has it already. */
const fetchNext = () =>
  void Promise.allSettled([
    bringMoreIcons(),
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
    i18next.loadNamespaces([MORE_ENTITIES, 'alarm_cases', 'errors', 'menu', 'scan']),
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

/** Without a network before this device has the whole console it comes with the network. */
function bringBeside() {
  loaded(() => import('./beside.tsx')).then(
    (module) => module.startAll(),
    () => addEventListener('online', bringBeside, { once: true }),
  )
}

/** What no page waits for. */
function startBeside() {
  void pageIsThere().then(bringBeside)
  setTimeout(takeAlong, LOOK_EVERY_MS)
  startSending()
  followThisDevice()
  // The server is there: it may have been away while the network was not.
  store.sub(liveStateAtom, () => store.get(liveStateAtom) === 'live' && sendAtOnce())
}
