import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { resetPassword } from '../../shared/endpoints/sign-in-codes.ts'
import { call } from '../kit/api/call.ts'
import { ButtonLink } from '../kit/ui/button.tsx'
import { Empty } from '../kit/ui/states.tsx'
import { NewPassword, TextField } from './fields.tsx'
import { FormSheet } from './form-sheet.tsx'
import { Frame } from './frame.tsx'
import { SentCode } from './sent-code.tsx'
import css from './sign-in.module.css'
import { Steps } from './steps.tsx'
import { type Form, useForm } from './use-form.ts'

type Names = 'account' | 'sent_code' | 'password' | 'password_again'

function Account({ form, onNext }: { form: Form<Names>; onNext: () => void }) {
  const { t } = useTranslation('sign_in')
  async function next() {
    // Whether the code fits is found out together with the new password: it is good for one use.
    if (!form.mark(form.faults(['account', 'sent_code']))) onNext()
  }
  return (
    <FormSheet form={form} action={t('next')} onSubmit={next}>
      <TextField
        form={form}
        name="account"
        label={t('reset.account')}
        autoComplete="username"
        autoCapitalize="none"
        autoFocus
      />
      <SentCode form={form} purpose="reset" to="account" />
    </FormSheet>
  )
}

function Renewal({ form, onDone, onBack }: { form: Form<Names>; onDone: () => void; onBack: () => void }) {
  const { t } = useTranslation('sign_in')
  async function submit() {
    const done = await form.submit(['password', 'password_again'], () => call(resetPassword, form.values))
    if (done) onDone()
  }
  return (
    <FormSheet form={form} action={t('reset.submit')} onSubmit={submit}>
      <NewPassword form={form} label={t('new_password')} />
      {form.errors.sent_code && (
        <div role="alert" className={css.error}>
          {form.errors.sent_code}{' '}
          <button type="button" className={css.link} onClick={onBack}>
            {t('reset.another_code')}
          </button>
        </div>
      )}
    </FormSheet>
  )
}

/** A forgotten password is set anew in two steps: who it is, by a code, then the new one. */
export function ResetPassword() {
  const { t } = useTranslation('sign_in')
  const form = useForm<Names>({ account: '', sent_code: '', password: '', password_again: '' })
  const [step, setStep] = useState<'account' | 'password' | 'done'>('account')
  const steps = [t('reset.who'), t('new_password')]
  return (
    <Frame title={t('reset.title')}>
      {step === 'done' ? (
        <Empty icon="check" text={t('reset.done')}>
          <ButtonLink look="primary" to="/login">
            {t('to_sign_in')}
          </ButtonLink>
        </Empty>
      ) : (
        <>
          <Steps steps={steps} current={step === 'account' ? 0 : 1} />
          {step === 'account' ? (
            <Account form={form} onNext={() => setStep('password')} />
          ) : (
            <Renewal form={form} onDone={() => setStep('done')} onBack={() => setStep('account')} />
          )}
          <Link className={css.back} to="/login">
            {t('to_sign_in')}
          </Link>
        </>
      )}
    </Frame>
  )
}
