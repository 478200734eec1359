import { atom } from 'jotai/vanilla'
import { store } from '../kit/session/store.ts'
import { loaded } from '../kit/ui/lazy.ts'
import { countVisit } from './install/visits.ts'

interface InstallPrompt extends Event {
  prompt: () => Promise<unknown>
}
/** Asks the browser to install the app; null where it does not offer it or it is installed. */
export const installAtom = atom<{ ask: () => Promise<void> } | null>(null)

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

/** A person who opens the console waits for other things first. */
const REST_MS = 2_500

/** A plain address in a local network has no service worker: the console works there, only not offline. */
export function startPwa() {
  countVisit()
  offerInstall()
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  const install = () =>
    loaded(() => import('./register-worker.ts'))
      .then(({ registerWorker }) => registerWorker())
      .catch(() => {})
  setTimeout(install, REST_MS)
}
