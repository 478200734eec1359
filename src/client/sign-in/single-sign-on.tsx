import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { beginSso, loginBySso, ssoProvider } from '../../shared/endpoints/single-sign-on.ts'
import { call } from '../kit/api/call.ts'
import { asFailure } from '../kit/api/failure.ts'
import { useCall } from '../kit/api/queries.ts'
import { Button } from '../kit/ui/button.tsx'
import css from './sign-in.module.css'
import { consolePathOf } from './use-enter.ts'
import { useWayIn } from './way-in.ts'

/** Where the provider sends the browser back to. */
export const BACK_FROM_PROVIDER = '/login/sso'
const KEY = 'chargedeck.sso'

/** What this tab keeps while its person is with the provider: that it was this tab that asked. */
interface Leaving {
  secret: string
  remember: boolean
  to: string
}

/** Without it the server says that the sign-in is over: it was begun in another tab, or by another person's link. */
const NOTHING: Leaving = { secret: '-'.repeat(43), remember: false, to: '/' }
const kept = (): Leaving => JSON.parse(sessionStorage.getItem(KEY) ?? JSON.stringify(NOTHING))

/** In by the provider that the settings name; not there without one. */
export function SingleSignOn({ remember }: { remember: boolean }) {
  const { t } = useTranslation('sign_in')
  const [params] = useSearchParams()
  const name = useCall(ssoProvider, {}, { entities: [] }).data?.name
  const returning = useReturn()
  const leaving = useMutation({
    mutationFn: async () => {
      const { url, secret } = await call(beginSso, { remember })
      const to = consolePathOf(params.get('to'))
      sessionStorage.setItem(KEY, JSON.stringify({ secret, remember, to } satisfies Leaving))
      location.assign(url)
      // The page goes; nothing is to be pressed meanwhile.
      await new Promise(() => {})
    },
  })
  const busy = leaving.isPending || returning.isPending
  const error = leaving.error ?? returning.error
  if (!name) return null
  return (
    <div className={css.form}>
      <Button size="large" icon="window" busy={busy} onClick={() => leaving.mutate()}>
        {t('by_sso', { name })}
      </Button>
      {error && (
        <p role="alert" className={css.error}>
          {asFailure(error).message}
        </p>
      )}
    </div>
  )
}

/** Goes on with the answer that the browser came back with; its code is out of the address first. */
function useReturn() {
  const wayIn = useWayIn()
  const navigate = useNavigate()
  const [params] = useSearchParams()
  const [search] = useState(() => (location.pathname === BACK_FROM_PROVIDER ? location.search : ''))
  const [leaving] = useState(kept)
  const isSent = useRef(false)
  const entering = useMutation({
    mutationFn: ({ secret, remember }: Leaving) => wayIn(call(loginBySso, { secret, search }), remember),
  })
  const { mutate } = entering
  const isClear = params.has('to')
  useEffect(() => {
    if (!search || isSent.current) return
    if (!isClear) {
      navigate(`/login?to=${encodeURIComponent(leaving.to)}`, { replace: true })
      return
    }
    isSent.current = true
    sessionStorage.removeItem(KEY)
    mutate(leaving)
  }, [search, isClear, leaving, mutate, navigate])
  return entering
}
