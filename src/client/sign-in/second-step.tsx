import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { stepByCode, stepByPasskey, stepPasskeyOptions } from '../../shared/endpoints/second-step.ts'
import { passkeysHere } from '../../shared/endpoints/ways-in.ts'
import { call } from '../kit/api/call.ts'
import { asFailure } from '../kit/api/failure.ts'
import { useCall } from '../kit/api/queries.ts'
import { noPasskeys, signWithPasskey } from '../kit/session/passkeys.ts'
import { Button } from '../kit/ui/button.tsx'
import { toast } from '../kit/ui/toast.ts'
import { TextField } from './fields.tsx'
import { FormSheet } from './form-sheet.tsx'
import css from './sign-in.module.css'
import { useEnter } from './use-enter.ts'
import { useForm } from './use-form.ts'
import type { AskedStep } from './way-in.ts'

interface Props {
  step: AskedStep
  /** To the first step: on request, or when the ticket is over. */
  onBack: () => void
}

const isOver = (error: unknown) => Boolean((asFailure(error).data as { step_over?: boolean } | null)?.step_over)

/** The second of two steps: a code of the app, a passkey, or a recovery code, whichever its person has. */
export function SecondStepForm({ step: { ticket, ways, remember }, onBack }: Props) {
  const { t } = useTranslation(['second_step', 'sign_in'])
  const form = useForm({ code: '' })
  const enter = useEnter()
  const [recovering, setRecovering] = useState(!ways.includes('totp') && !ways.includes('passkey'))
  const place = useCall(passkeysHere, {}, { entities: [], enabled: ways.includes('passkey') }).data
  const passkey = ways.includes('passkey') && place !== undefined && noPasskeys(place) === null
  const typed = recovering || ways.includes('totp')

  /** A ticket that is over begins anew, with the reason. */
  async function take(names: readonly 'code'[], work: () => Promise<Parameters<typeof enter>[0]>) {
    await form.submit(names, async () => {
      try {
        enter(await work(), remember)
      } catch (error) {
        if (!isOver(error)) throw error
        toast(asFailure(error).message, { tone: 'error' })
        onBack()
      }
    })
  }
  const byPasskey = () =>
    take([], async () => {
      const { options } = await call(stepPasskeyOptions, { ticket })
      return call(stepByPasskey, { ticket, passkey: await signWithPasskey(options) })
    })
  const byCode = () => take(['code'], () => call(stepByCode, { ticket, code: form.values.code }))
  const other = recovering ? 'step.use_app' : 'step.use_recovery'
  const canTurn = recovering ? ways.includes('totp') || ways.includes('passkey') : ways.includes('recovery')

  return (
    <div className={css.ways}>
      <p>{t('step.text')}</p>
      {passkey && !recovering && (
        <Button look={typed ? 'plain' : 'primary'} size="large" icon="unlock" busy={form.busy} onClick={byPasskey}>
          {t('passkey.use')}
        </Button>
      )}
      {ways.includes('passkey') && place !== undefined && !passkey && !recovering && <p>{t('step.no_passkey_here')}</p>}
      {typed ? (
        <FormSheet form={form} action={t('step.submit')} onSubmit={byCode}>
          <TextField
            key={recovering ? 'recovery' : 'totp'}
            form={form}
            name="code"
            label={t(recovering ? 'step.recovery' : 'step.totp')}
            hint={t(recovering ? 'step.recovery_hint' : 'step.totp_hint')}
            inputMode={recovering ? 'text' : 'numeric'}
            autoComplete="one-time-code"
            autoCapitalize="none"
            maxLength={recovering ? 40 : 10}
            autoFocus
          />
        </FormSheet>
      ) : (
        form.problem && (
          <p role="alert" className={css.error}>
            {form.problem}
          </p>
        )
      )}
      <div className={css.between}>
        {canTurn ? (
          <Button
            look="link"
            onClick={() => {
              form.change('code', '')
              setRecovering(!recovering)
            }}
          >
            {t(other)}
          </Button>
        ) : (
          <span />
        )}
        <Button look="link" onClick={onBack}>
          {t('step.back')}
        </Button>
      </div>
    </div>
  )
}
