import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { MUST_ENROL } from '../kit/api/client.ts'
import { queryClient } from '../kit/api/queries.ts'
import { forgetOwnLists } from '../kit/session/own-list.ts'
import { onSessionEnd } from '../kit/session/session.ts'
import { forgetShared } from '../offline/shared-store.ts'
import { SET_UP } from '../sign-in/use-enter.ts'
import { closeTabs } from './shell/open-tabs.ts'

/** Anyone who must set up a second step first is taken there, from whichever page noticed. */
function useMustEnrol() {
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  useEffect(() => {
    const go = () => {
      if (pathname !== SET_UP) navigate(`${SET_UP}?to=${encodeURIComponent(pathname + search)}`, { replace: true })
    }
    addEventListener(MUST_ENROL, go)
    return () => removeEventListener(MUST_ENROL, go)
  }, [navigate, pathname, search])
}

/** When a session ends, no matter who ended it, the next page is the sign-in, which leads back to here. */
export function SessionEnd() {
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  useMustEnrol()
  useEffect(
    () =>
      onSessionEnd((why) => {
        queryClient.clear()
        if (why !== 'expired') {
          closeTabs()
          forgetOwnLists()
          void forgetShared().catch(() => {})
        }
        const back = why === 'expired' && pathname !== '/login' ? `?to=${encodeURIComponent(pathname + search)}` : ''
        navigate(`/login${back}`, { replace: true })
      }),
    [navigate, pathname, search],
  )
  return null
}
