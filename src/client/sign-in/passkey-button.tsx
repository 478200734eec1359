import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { passkeysHere } from '../../shared/endpoints/ways-in.ts'
import { call } from '../kit/api/call.ts'
import { asFailure } from '../kit/api/failure.ts'
import { useCall } from '../kit/api/queries.ts'
import { noPasskeys, signWithPasskey } from '../kit/session/passkeys.ts'
import { Button } from '../kit/ui/button.tsx'
import { loaded } from '../kit/ui/lazy.ts'
import css from './sign-in.module.css'
import { useWayIn } from './way-in.ts'

/** In by a passkey, without a name or a password. Not there where browsers offer none. */
export function PasskeyButton({ remember }: { remember: boolean }) {
  const { t } = useTranslation('sign_in')
  const wayIn = useWayIn()
  const place = useCall(passkeysHere, {}, { entities: [] }).data
  const entering = useMutation({
    mutationFn: async () => {
      const { loginByPasskey, loginPasskeyOptions } = await loaded(
        () => import('../../shared/endpoints/second-step.ts'),
      )
      const { options } = await call(loginPasskeyOptions, {})
      const passkey = await signWithPasskey(options)
      await wayIn(call(loginByPasskey, { passkey, remember }), remember)
    },
  })
  if (!place || noPasskeys(place) !== null) return null
  return (
    <div className={css.form}>
      <Button size="large" icon="unlock" busy={entering.isPending} onClick={() => entering.mutate()}>
        {t('by_passkey')}
      </Button>
      {entering.error && (
        <p role="alert" className={css.error}>
          {asFailure(entering.error).message}
        </p>
      )}
    </div>
  )
}
