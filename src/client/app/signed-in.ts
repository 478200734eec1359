import { queryClient } from '../kit/api/queries.ts'
import { startLive } from '../live/live.ts'
import { keepLastCopies } from '../offline/last-copy.ts'
import { startSending } from '../offline/sending.ts'
import { followMenu } from './menu/use-menu.ts'

let started = false

/** What runs beside the pages of whoever is signed in. The sign-in page does without, so it comes with the layout. */
export function startSignedIn() {
  if (started) return
  started = true
  followMenu()
  keepLastCopies(queryClient)
  startLive()
  startSending()
}
