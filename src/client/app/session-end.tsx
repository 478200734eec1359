import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useNavigate } from 'react-router-dom'
import { queryClient } from '../kit/api/queries.ts'
import { onSessionEnd } from '../kit/session/session.ts'
import { toast } from '../kit/ui/toast.ts'
import { closeTabs } from './shell/tabs.ts'

/** When a session ends, whoever ended it, the next page is the sign-in, which leads back to here. */
export function SessionEnd() {
  const { t } = useTranslation('common')
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  useEffect(
    () =>
      onSessionEnd((why) => {
        queryClient.clear()
        if (why !== 'expired') closeTabs()
        if (why === 'expired') toast(t('failure.session_expired'), { tone: 'error' })
        const back = why === 'expired' && pathname !== '/login' ? `?to=${encodeURIComponent(pathname + search)}` : ''
        navigate(`/login${back}`, { replace: true })
      }),
    [navigate, pathname, search, t],
  )
  return null
}
