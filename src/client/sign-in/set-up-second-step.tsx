import { useTranslation } from 'react-i18next'
import { Navigate, useNavigate, useSearchParams } from 'react-router-dom'
import { ownFactors } from '../../shared/endpoints/own-factors.ts'
import { queryClient, useCall } from '../kit/api/queries.ts'
import { readToken } from '../kit/session/token.ts'
import { Button } from '../kit/ui/button.tsx'
import { Factors } from './factors/factors.tsx'
import { Frame } from './frame.tsx'
import css from './sign-in.module.css'
import { consolePathOf } from './use-enter.ts'

/** A role asks for a second step: until there is one, this is all that a sign-in is good for. */
export function SetUpSecondStep({ onSignOut }: { onSignOut: () => void }) {
  const { t } = useTranslation('second_step')
  const navigate = useNavigate()
  const [params] = useSearchParams()
  const signedIn = readToken() !== null
  const { data } = useCall(ownFactors, {}, { entities: ['own_factor'], enabled: signedIn })
  if (!signedIn) return <Navigate to="/login" replace />
  const done = data !== undefined && (data.totp !== null || data.passkeys.length > 0)
  function goOn() {
    queryClient.clear()
    navigate(consolePathOf(params.get('to')), { replace: true })
  }
  return (
    <Frame title={t('title')}>
      <div className={css.setup}>
        <p>{t('must.text')}</p>
        <Factors />
        <Button look="primary" size="large" disabled={!done} onClick={goOn}>
          {t('must.go_on')}
        </Button>
        <Button look="link" onClick={onSignOut}>
          {t('must.sign_out')}
        </Button>
      </div>
    </Frame>
  )
}
