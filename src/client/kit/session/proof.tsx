import { useMutation } from '@tanstack/react-query'
import { type ReactNode, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type ProofNeeded, proofPasskeyOptions, prove } from '../../../shared/endpoints/own-factors.ts'
import type { Body } from '../../../shared/kit/endpoint.ts'
import { call } from '../api/call.ts'
import { asFailure } from '../api/failure.ts'
import { Button } from '../ui/button.tsx'
import { DecisionDialog } from '../ui/decision-dialog.tsx'
import { EnterForm } from '../ui/enter-form.tsx'
import { Input } from '../ui/input.tsx'
import { Labelled } from '../ui/labelled.tsx'
import { signWithPasskey } from './passkeys.ts'
import css from './proof.module.css'

const proofIn = (error: unknown) => (asFailure(error).data as { proof?: ProofNeeded } | null)?.proof ?? null

interface DialogProps {
  needed: ProofNeeded
  /** True once it was shown; false when the person thought again. */
  onDone: (proved: boolean) => void
}

/** Asks once more who sits there: a passkey, or the password and with it a code where there is a second step. */
function ProofDialog({ needed, onDone }: DialogProps) {
  const { t } = useTranslation(['second_step', 'errors'])
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const [tried, setTried] = useState(false)
  const proving = useMutation({
    mutationFn: async (given: Body<typeof prove> | null) =>
      call(prove, given ?? { passkey: await signWithPasskey((await call(proofPasskeyOptions, {})).options) }),
    onSuccess: () => onDone(true),
  })
  const failure = proving.error && asFailure(proving.error)
  const fields = failure?.fields ?? {}
  const required = (value: string) => (tried && !value ? t('errors:required') : undefined)
  function send() {
    setTried(true)
    if (password && (code || !needed.code)) proving.mutate({ password, ...(needed.code && { code }) })
  }
  return (
    <DecisionDialog
      title={t('proof.title')}
      action={t('proof.action')}
      busy={proving.isPending}
      error={failure && Object.keys(fields).length === 0 ? failure.message : null}
      onDecide={send}
      onClose={() => onDone(false)}
    >
      <EnterForm className={css.form} onEnter={send}>
        <p>{t('proof.text')}</p>
        {needed.passkey && (
          <Button icon="unlock" disabled={proving.isPending} onClick={() => proving.mutate(null)}>
            {t('passkey.use')}
          </Button>
        )}
        <Labelled label={t('proof.password')} required error={required(password) ?? fields.password}>
          {(control) => (
            <Input
              {...control}
              type="password"
              autoComplete="current-password"
              maxLength={200}
              value={password}
              onChange={(event) => setPassword(event.target.value)}
            />
          )}
        </Labelled>
        {needed.code && (
          <Labelled label={t('proof.code')} required hint={t('proof.code_hint')} error={required(code) ?? fields.code}>
            {(control) => (
              <Input
                {...control}
                autoComplete="one-time-code"
                maxLength={40}
                value={code}
                onChange={(event) => setCode(event.target.value)}
              />
            )}
          </Labelled>
        )}
      </EnterForm>
    </DecisionDialog>
  )
}

/**
 * Does what may take a fresh proof of who one is: asks for it where the server does, and does it then. Null when the person thought
 * again; whatever else fails is thrown.
 */
export function useProof(): { proved: <T>(work: () => Promise<T>) => Promise<T | null>; dialog: ReactNode } {
  const [asked, setAsked] = useState<DialogProps | null>(null)
  async function proved<T>(work: () => Promise<T>): Promise<T | null> {
    try {
      return await work()
    } catch (error) {
      const needed = proofIn(error)
      if (!needed) throw error
      const shown = await new Promise<boolean>((onDone) => setAsked({ needed, onDone }))
      setAsked(null)
      return shown ? work() : null
    }
  }
  return {
    proved,
    dialog: asked && (
      <Suspense fallback={null}>
        <ProofDialog {...asked} />
      </Suspense>
    ),
  }
}
