import { replaceEqualDeep } from '@tanstack/react-query'
import { useMemo, useRef } from 'react'
import { berthPlan } from '../../../shared/endpoints/berths.ts'
import { siteWalk } from '../../../shared/endpoints/site-walk.ts'
import { useCall } from '../../kit/api/queries.ts'
import { useMay } from '../../kit/session/can.tsx'
import { personAtom } from '../../kit/session/session.ts'
import { useAtomValue } from '../../kit/session/store.ts'
import { useUnshown } from '../../offline/use-unshown.ts'
import { pileAsSaid, spotAsSaid } from './said.ts'
import { stopsOf } from './stops.ts'

const EVERY_MS = 2_000

/** A site with its piles and berths as they are now, and as this person said that they do not tell yet. */
export function useWalk(siteId: number) {
  const seesBerths = useMay()('berth.list')
  const unshown = useUnshown()
  const user = useAtomValue(personAtom)?.user
  const me = user?.name || user?.userName || ''
  const walk = useCall(
    siteWalk,
    { site_id: siteId },
    { entities: ['pile', 'alarm', 'order', 'site'], everyMs: EVERY_MS, offline: true },
  )
  const plan = useCall(
    berthPlan,
    { site_id: siteId },
    { entities: ['berth', 'pile', 'reservation'], everyMs: EVERY_MS, offline: true, enabled: seesBerths },
  )
  const spots = useMemo(() => (plan.data ?? []).map((spot) => spotAsSaid(spot, unshown, me)), [plan.data, unshown, me])
  const stops = useMemo(
    () =>
      stopsOf(
        (walk.data?.piles ?? []).map((pile) => pileAsSaid(pile, unshown, me)),
        spots,
      ),
    [walk.data, unshown, me, spots],
  )
  return { walk, spots: useSame(spots), stops: useSame(stops) }
}

/** The same objects where they say the same: a pile of which nothing new was said is not drawn anew. */
function useSame<T>(value: T): T {
  const last = useRef(value)
  last.current = replaceEqualDeep(last.current, value)
  return last.current
}
