import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { login } from '../../shared/endpoints/auth.ts'
import { call } from '../kit/api/call.ts'
import { rememberedName } from '../kit/session/remembered.ts'
import { hasSession } from '../kit/session/session.ts'
import { PasswordField, TextField } from './fields.tsx'
import { FormSheet } from './form-sheet.tsx'
import { PictureCode, usePicture } from './picture-code.tsx'
import { Remember, type Remembering } from './remember.tsx'
import { useForm } from './use-form.ts'
import { useWayIn } from './way-in.ts'

/** By account and password. */
export function AccountForm({ remembering }: { remembering: Remembering }) {
  const { t } = useTranslation('sign_in')
  const [known] = useState(() => (hasSession() ? '' : rememberedName()))
  const form = useForm({ username: known, password: '', code: '' })
  const picture = usePicture(form)
  const wayIn = useWayIn()
  async function submit() {
    const { username, password } = form.values
    const { remember } = remembering
    const names = (await picture.known())
      ? (['username', 'password', 'code'] as const)
      : (['username', 'password'] as const)
    let asked = false
    const taken = await form.submit(names, async () => {
      asked = true
      await wayIn(call(login, { username, password, remember, ...(await picture.read()) }), remember)
    })
    if (asked && !taken) picture.renew()
  }
  return (
    <FormSheet form={form} action={t('submit')} onSubmit={submit}>
      <TextField
        form={form}
        name="username"
        label={t('user_name')}
        autoComplete="username"
        autoCapitalize="none"
        autoFocus={!known}
      />
      <PasswordField
        form={form}
        name="password"
        label={t('password')}
        autoComplete="current-password"
        autoFocus={known !== ''}
      />
      <PictureCode form={form} picture={picture} />
      <Remember {...remembering} forgot />
    </FormSheet>
  )
}
