import { distanceM, placeOf } from '../../shared/domain/distance.ts'
import type { SiteNow } from '../../shared/endpoints/sites.ts'
import type { Here } from '../kit/map/here.ts'
import { keep, kept } from '../kit/session/kept.ts'
import { personAtom } from '../kit/session/session.ts'
import { store } from '../kit/session/store.ts'

const MOST = 10
/** A month: nobody is told for longer where someone was. */
const SECONDS = 30 * 86_400

const slot = () => `last_sites_${store.get(personAtom)?.user.userId ?? 0}`

/** The sites that this person was at on this device, the last one first: numbers alone, for a month. */
export const lastSites = (): readonly number[] => kept<number[]>(slot()) ?? []

/** Puts a site first among them. */
export function noteWalked(siteId: number) {
  keep(slot(), [siteId, ...lastSites().filter((id) => id !== siteId)].slice(0, MOST), SECONDS)
}

/** The site where the person will be likeliest first: where they are, else where they were last, else where the most is wrong. */
export function likeliestFirst(sites: readonly SiteNow[], here: Here | null): SiteNow[] {
  const last = lastSites()
  const placeIn = ({ id }: SiteNow) => (last.includes(id) ? last.indexOf(id) : last.length)
  const metres = (site: SiteNow) => {
    const place = placeOf(site)
    return here && place ? distanceM(here, place) : Number.MAX_VALUE
  }
  const wrong = ({ states }: SiteNow) => (states.faulted ?? 0) * 1_000 + (states.offline ?? 0)
  return [...sites].sort((a, b) => metres(a) - metres(b) || placeIn(a) - placeIn(b) || wrong(b) - wrong(a))
}
