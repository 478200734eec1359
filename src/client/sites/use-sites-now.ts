import { useMemo, useState } from 'react'
import { type SiteNow, sitesNow } from '../../shared/endpoints/sites.ts'
import { useCall } from '../kit/api/queries.ts'
import { countMoods, matching, needFirst, type SiteCondition } from './site-now.ts'

/** A network reports all the time; every site at once is much to ask for each time. */
const EVERY_MS = 3_000
const NONE: readonly SiteNow[] = []

/** Every site as it is now, and those among them that match what was typed and pressed. */
export function useSitesNow() {
  const query = useCall(sitesNow, {}, { entities: ['site', 'pile', 'maintenance'], everyMs: EVERY_MS, offline: true })
  const [keyword, setKeyword] = useState('')
  const [moods, setMoods] = useState<ReadonlySet<SiteCondition>>(new Set())
  const all = query.data ?? NONE
  const counts = useMemo(() => countMoods(all), [all])
  const found = useMemo(() => needFirst(matching(all, keyword, moods)), [all, keyword, moods])
  function toggle(mood: SiteCondition) {
    const next = new Set(moods)
    if (!next.delete(mood)) next.add(mood)
    setMoods(next)
  }
  return {
    query,
    all,
    found,
    counts,
    keyword,
    setKeyword,
    moods,
    toggle,
    narrowed: keyword !== '' || moods.size > 0,
    clear() {
      setKeyword('')
      setMoods(new Set())
    },
  }
}

export type SitesNow = ReturnType<typeof useSitesNow>
