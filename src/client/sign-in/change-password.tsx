import { useTranslation } from 'react-i18next'
import { changeOwnPassword } from '../../shared/endpoints/own-sessions.ts'
import { call } from '../kit/api/call.ts'
import { invalidate } from '../kit/api/queries.ts'
import { Dialog } from '../kit/ui/dialog.tsx'
import { toast } from '../kit/ui/toast.ts'
import { NewPassword, PasswordField } from './fields.tsx'
import { FormSheet } from './form-sheet.tsx'
import { useForm } from './use-form.ts'

/** A person changes their own password: the old one is asked for, and the other sign-ins end. */
export function ChangePassword({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['sign_ins', 'sign_in'])
  const form = useForm({ old_password: '', password: '', password_again: '' })
  async function submit() {
    const names = ['old_password', 'password', 'password_again'] as const
    if (!(await form.submit(names, () => call(changeOwnPassword, form.values)))) return
    toast(t('change_password.done'), { tone: 'success' })
    void invalidate('session')
    onClose()
  }
  return (
    <Dialog title={t('change_password.title')} onClose={onClose}>
      <FormSheet form={form} action={t('change_password.submit')} onSubmit={submit}>
        <PasswordField
          form={form}
          name="old_password"
          label={t('change_password.old')}
          autoComplete="current-password"
        />
        <NewPassword form={form} label={t('sign_in:new_password')} />
      </FormSheet>
    </Dialog>
  )
}
