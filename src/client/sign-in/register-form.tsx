import { useTranslation } from 'react-i18next'
import { register } from '../../shared/endpoints/registration.ts'
import { call } from '../kit/api/call.ts'
import { NewPassword, TextField } from './fields.tsx'
import { FormSheet } from './form-sheet.tsx'
import { PictureCode, usePicture } from './picture-code.tsx'
import { SentCode } from './sent-code.tsx'
import { useForm } from './use-form.ts'

const NAMES = ['name', 'user_name', 'contact', 'sent_code', 'password', 'password_again'] as const
const EMPTY = { name: '', user_name: '', contact: '', code: '', sent_code: '', password: '', password_again: '' }

/** The account: whatever person it is proves that the number or mail address is theirs. */
export function RegisterForm({ onMade }: { onMade: (user_name: string) => void }) {
  const { t } = useTranslation('sign_in')
  const form = useForm(EMPTY)
  const picture = usePicture(form)
  function submit() {
    const { code: _, ...given } = form.values
    void form.submit(NAMES, async () => {
      const { user_name } = await call(register, { agreed: true, ...given })
      onMade(user_name)
    })
  }
  return (
    <FormSheet form={form} action={t('register.submit')} onSubmit={submit}>
      <TextField form={form} name="name" label={t('register.name')} autoComplete="name" autoFocus />
      <TextField
        form={form}
        name="user_name"
        label={t('user_name')}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
      />
      <TextField form={form} name="contact" label={t('register.contact')} autoComplete="email" autoCapitalize="none" />
      <PictureCode form={form} picture={picture} />
      <SentCode
        form={form}
        purpose="register"
        to="contact"
        first={async () => ((await picture.known()) ? ['code'] : [])}
        more={picture.read}
        onFailed={picture.renew}
      />
      <NewPassword form={form} label={t('password')} />
    </FormSheet>
  )
}
