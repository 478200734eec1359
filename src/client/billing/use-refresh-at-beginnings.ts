import { useEffect } from 'react'
import type { SitePrices } from '../../shared/endpoints/price-plan.ts'
import { invalidate } from '../kit/api/queries.ts'

/** A timer counts at most 24 days, and loses what a device sleeps: the clock is looked at again each hour. */
const LOOK_EVERY_MS = 3_600_000
/** The server's clock may be behind this one: what has not begun there is asked for again, ever more seldom. */
const AGAIN_MS = 15_000

/** The first moment at which what the server said of these sites is no longer so; Infinity when there is none. */
const nextOf = (sites: readonly SitePrices[]) =>
  Math.min(...sites.flatMap(({ stretches }) => stretches.flatMap(({ from }) => (from ? [Date.parse(from)] : []))))

/** Nobody tells that a planned price begins, for nothing is written then: what shows prices asks again at that moment. */
export function useRefreshAtBeginnings(sites: readonly SitePrices[]) {
  const next = nextOf(sites)
  useEffect(() => {
    if (!Number.isFinite(next)) return
    let timer: ReturnType<typeof setTimeout>
    let asked = 0
    let notBefore = next
    const look = () => {
      clearTimeout(timer)
      if (Date.now() >= notBefore) {
        notBefore = Date.now() + Math.min(LOOK_EVERY_MS, AGAIN_MS * 2 ** asked)
        asked += 1
        for (const entity of ['site', 'strategy']) void invalidate(entity)
      }
      timer = setTimeout(look, Math.min(LOOK_EVERY_MS, notBefore - Date.now()))
    }
    look()
    document.addEventListener('visibilitychange', look)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', look)
    }
  }, [next])
}
