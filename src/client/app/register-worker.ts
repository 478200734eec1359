import { queryClient } from '../kit/api/queries.ts'
import { store } from '../kit/session/store.ts'
import { loaded } from '../kit/ui/lazy.ts'
import { updateAtom } from './update-atom.ts'

/** A console stays open for days: it looks for a new version each hour. */
const LOOK_EVERY_MS = 3_600_000

/** How often it is asked whether the network is at rest, and how long it is waited for that at most. */
const LOOK_MS = 1_000
const LONGEST_MS = 10_000

/**
 * Resolves once nobody types and nothing has come for a second. Installing takes a megabyte, for which a slow line needs six seconds:
 * anyone who signs in for the first time would wait for the first screen behind it.
 */
async function rest(): Promise<void> {
  let typed = false
  const note = () => {
    typed = true
  }
  addEventListener('keydown', note)
  const come = () => performance.getEntriesByType('resource').length
  const until = performance.now() + LONGEST_MS
  let before = -1
  while (performance.now() < until && (typed || before !== come() || queryClient.isFetching() > 0)) {
    before = come()
    typed = false
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
  }
  removeEventListener('keydown', note)
}

/** Installs the service worker, and says when a new version waits. */
export async function registerWorker() {
  await rest()
  const { Workbox } = await loaded(() => import('workbox-window'))
  const workbox = new Workbox('/service-worker.js')
  const reload = () => location.reload()
  let isOffered = false
  let isAsked = false
  workbox.addEventListener('waiting', () => {
    isOffered = true
    const apply = () => {
      isAsked = true
      workbox.messageSkipWaiting()
    }
    store.set(updateAtom, { apply })
  })
  workbox.addEventListener('controlling', () => {
    if (isAsked) return reload()
    // Another tab put it in force: the files of the old one are gone, and nothing waits that could be asked again.
    if (isOffered) store.set(updateAtom, { apply: reload })
  })
  const registration = await workbox.register()
  setInterval(() => void registration?.update().catch(() => {}), LOOK_EVERY_MS)
}
