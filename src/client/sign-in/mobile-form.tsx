import { useTranslation } from 'react-i18next'
import { loginByCode } from '../../shared/endpoints/sign-in-codes.ts'
import { call } from '../kit/api/call.ts'
import { TextField } from './fields.tsx'
import { FormSheet } from './form-sheet.tsx'
import { Remember, type Remembering } from './remember.tsx'
import { SentCode } from './sent-code.tsx'
import { useForm } from './use-form.ts'
import { useWayIn } from './way-in.ts'

/** By a mobile number and the code that is sent to it. */
export function MobileForm({ remembering }: { remembering: Remembering }) {
  const { t } = useTranslation('sign_in')
  const form = useForm({ mobile: '', sent_code: '' })
  const wayIn = useWayIn()
  function submit() {
    const { mobile, sent_code } = form.values
    const { remember } = remembering
    void form.submit(['mobile', 'sent_code'], () => wayIn(call(loginByCode, { mobile, sent_code, remember }), remember))
  }
  return (
    <FormSheet form={form} action={t('submit')} onSubmit={submit}>
      <TextField
        form={form}
        name="mobile"
        label={t('mobile')}
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        autoFocus
      />
      <SentCode form={form} purpose="sign_in" to="mobile" label={t('sms_code')} />
      <Remember {...remembering} />
    </FormSheet>
  )
}
