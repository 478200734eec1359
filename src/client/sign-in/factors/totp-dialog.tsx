import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { confirmTotp, startTotp } from '../../../shared/endpoints/own-factors.ts'
import type { Data } from '../../../shared/kit/endpoint.ts'
import { call } from '../../kit/api/call.ts'
import { asFailure } from '../../kit/api/failure.ts'
import { Button } from '../../kit/ui/button.tsx'
import { copyText } from '../../kit/ui/copy-text.ts'
import { DecisionDialog } from '../../kit/ui/decision-dialog.tsx'
import { EnterForm } from '../../kit/ui/enter-form.tsx'
import { Input } from '../../kit/ui/input.tsx'
import { Labelled } from '../../kit/ui/labelled.tsx'
import { QrPicture } from '../../kit/ui/qr-picture.tsx'
import { Skeleton } from '../../kit/ui/states.tsx'
import { toast } from '../../kit/ui/toast.ts'
import css from './factors.module.css'
import type { Change } from './use-change.ts'

type Started = Data<typeof startTotp>

function Secret({ secret }: { secret: string }) {
  const { t } = useTranslation('second_step')
  const copy = async () => toast(t((await copyText(secret)) ? 'copied' : 'not_copied'))
  return (
    <div>
      <p>{t('totp.by_hand')}</p>
      <div className={css.secret}>
        <span data-secret>{secret.replace(/(.{4})(?=.)/g, '$1 ')}</span>
        <Button size="small" icon="copy" label={t('totp.copy')} onClick={() => void copy()} />
      </div>
    </div>
  )
}

interface Props {
  change: Change
  onCodes: (codes: readonly string[] | null) => void
  onClose: () => void
}

/** A secret for the app, as a picture and to be typed; it counts once a code of the app was entered. */
export function TotpDialog({ change, onCodes, onClose }: Props) {
  const { t } = useTranslation(['second_step', 'errors'])
  const [started, setStarted] = useState<Started | null>(null)
  const [code, setCode] = useState('')
  const [missing, setMissing] = useState(false)
  const confirming = useMutation({ mutationFn: () => call(confirmTotp, { code }) })
  const begun = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each opening has one secret
  useEffect(() => {
    if (begun.current) return
    begun.current = true
    void change(() => call(startTotp, {}), '').then((made) => (made ? setStarted(made) : onClose()))
  }, [])

  async function decide() {
    setMissing(!code)
    if (!code) return
    const made = await confirming.mutateAsync().catch(() => null)
    if (!made) return
    await change(async () => made, t('totp.done'))
    onClose()
    onCodes(made.recovery_codes)
  }
  const failure = confirming.error && asFailure(confirming.error)
  if (!started) return null
  return (
    <DecisionDialog
      title={t('totp.set_up_title')}
      action={t('totp.confirm')}
      busy={confirming.isPending}
      error={failure && !failure.fields.code ? failure.message : null}
      onDecide={() => void decide()}
      onClose={onClose}
    >
      <EnterForm className={css.dialog} onEnter={() => void decide()}>
        <p>{t('totp.scan')}</p>
        {started ? (
          <QrPicture className={css.qr} text={started.address} label={t('totp.picture')} />
        ) : (
          <Skeleton height={220} />
        )}
        <Secret secret={started.secret} />
        <Labelled
          label={t('totp.code')}
          required
          hint={t('totp.code_hint')}
          error={missing ? t('errors:required') : failure?.fields.code}
        >
          {(control) => (
            <Input
              {...control}
              inputMode="numeric"
              autoComplete="one-time-code"
              maxLength={10}
              value={code}
              onChange={(event) => setCode(event.target.value)}
            />
          )}
        </Labelled>
      </EnterForm>
    </DecisionDialog>
  )
}
