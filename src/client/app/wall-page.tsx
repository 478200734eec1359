import { store } from '../kit/session/store.ts'
import { lazy } from '../kit/ui/lazy.ts'
import { updateAtom } from './update-atom.ts'

// In a file of its own: the sign-in page would list all that a wall is made of.
const Wall = lazy(() => import('../dashboard/wall/wall.tsx').then((module) => ({ default: module.Wall })))

/** A screen takes a newer console by itself, when a page turns: nobody is there to be asked, and no form is half filled. */
function takeNewer(version: string) {
  const update = store.get(updateAtom)
  if (update) return update.apply()
  if (!version) return
  const worker = navigator.serviceWorker
  // Where a worker serves the console the newer one has to be there first; it says so by `updateAtom`.
  if (worker?.controller) void worker.getRegistration().then((registration) => registration?.update().catch(() => {}))
  else location.reload()
}

export const WallPage = () => <Wall onTurn={takeNewer} />
