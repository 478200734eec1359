import { useEffect } from 'react'
import { useLocation } from 'react-router-dom'
import { useAtomValue } from '../../kit/session/store.ts'
import { pageTitles } from '../../kit/ui/page-title.ts'
import { routeAt, tabPathOf } from '../menu/routes.ts'
import { landingAtom, useRoutesOfMenu } from '../menu/use-menu.ts'
import { noteRecent } from './recent.ts'

/** Remembers the pages that someone opens, for the search to offer; where they land needs no finding. */
export function useNoteRecent() {
  const path = tabPathOf(useLocation().pathname)
  const title = useAtomValue(pageTitles)[path] ?? ''
  const landing = useAtomValue(landingAtom)
  const route = routeAt(useRoutesOfMenu(), path)
  const isRecord = route !== null && route.path !== path
  const isNoted = route !== null && path !== landing && (!isRecord || title !== '')
  useEffect(() => {
    if (isNoted) noteRecent({ path, title: isRecord ? title : '' })
  }, [isNoted, isRecord, path, title])
}
