import { atom } from 'jotai/vanilla'
import { queryClient } from '../kit/api/queries.ts'
import { store } from '../kit/session/store.ts'
import { loaded } from '../kit/ui/lazy.ts'
import { countVisit } from './install/visits.ts'

/** Puts the new version in force and reloads; null while there is none. */
export const updateAtom = atom<{ apply: () => void } | null>(null)

interface InstallPrompt extends Event {
  prompt: () => Promise<unknown>
}
/** Asks the browser to install the app; null where it does not offer it or it is installed. */
export const installAtom = atom<{ ask: () => Promise<void> } | null>(null)

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

async function register() {
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

function offerInstall() {
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    const ask = async () => {
      await (event as InstallPrompt).prompt()
      store.set(installAtom, null)
    }
    store.set(installAtom, { ask })
  })
  addEventListener('appinstalled', () => store.set(installAtom, null))
}

/** A plain address in a local network has no service worker: the console works there, only not offline. */
export function startPwa() {
  countVisit()
  offerInstall()
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  register().catch(() => {})
}
