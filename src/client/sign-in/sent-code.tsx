import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { sendCode } from '../../shared/endpoints/sign-in-codes.ts'
import type { Body } from '../../shared/kit/endpoint.ts'
import { call } from '../kit/api/call.ts'
import { asFailure } from '../kit/api/failure.ts'
import { Button } from '../kit/ui/button.tsx'
import { toast } from '../kit/ui/toast.ts'
import { useCountdown } from '../kit/ui/use-countdown.ts'
import { TextField } from './fields.tsx'
import type { Form } from './use-form.ts'

interface Sending<N extends string> {
  form: Form<N>
  purpose: Body<typeof sendCode>['purpose']
  /** The field that says where the code goes. */
  to: N
  /** What must be filled in before one can be sent. */
  first?: () => Promise<readonly N[]>
  /** What goes with it: the picture that was read. */
  more?: () => Promise<object>
  onFailed?: () => void
  label?: string
}

/** Asks for a code, and counts until another one may be asked for. */
function useSending<N extends string>({ form, purpose, to, first, more, onFailed }: Sending<N>) {
  const { t } = useTranslation(['sign_in', 'errors'])
  const [busy, setBusy] = useState(false)
  const [sent, setSent] = useState(false)
  const wait = useCountdown()

  async function send() {
    const absent = [to, ...((await first?.()) ?? [])].filter((name) => !form.values[name].trim())
    const wrong = Object.fromEntries(absent.map((name) => [name, t('errors:required')]))
    if (form.mark(wrong as Partial<Record<N, string>>)) return
    setBusy(true)
    try {
      const { wait_seconds } = await call(sendCode, { purpose, to: form.values[to], ...(await more?.()) })
      wait.start(wait_seconds)
      setSent(true)
      toast(t(purpose === 'register' ? 'code_sent_new' : 'code_sent'), { tone: 'success' })
      document.getElementById('sent_code')?.focus()
    } catch (error) {
      const { wait_seconds = 0 } = (asFailure(error).data ?? {}) as { wait_seconds?: number }
      // Another code has to wait; the form has not, the one before may still come.
      if (wait_seconds > 0) {
        wait.start(wait_seconds)
        toast(asFailure(error).message, { tone: 'error' })
      } else form.show(error, { to })
      onFailed?.()
    } finally {
      setBusy(false)
    }
  }
  return { send, busy, sent, left: wait.left }
}

/** The six digits that were sent, and the button that sends them. */
export function SentCode<N extends string>(sending: Sending<N | 'sent_code'>) {
  const { t } = useTranslation('sign_in')
  const { send, busy, sent, left } = useSending(sending)
  return (
    <TextField
      form={sending.form}
      name="sent_code"
      label={sending.label ?? t('sent_code')}
      hint={sent && t(sending.purpose === 'register' ? 'sent_code_hint_new' : 'sent_code_hint')}
      inputMode="numeric"
      autoComplete="one-time-code"
      pattern="[0-9 -]*"
      maxLength={10}
      placeholder={t('six_digits')}
      beside={
        <Button size="large" busy={busy} disabled={left > 0} onClick={() => void send()}>
          {left > 0 ? t('send_again_in', { seconds: left }) : t(sent ? 'send_again' : 'send_code')}
        </Button>
      }
    />
  )
}
