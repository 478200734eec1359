import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { newAppSecret } from '../../shared/endpoints/client-apps.ts'
import type { ClientApp } from '../../shared/entities/client-app.ts'
import { asFailure } from '../kit/api/failure.ts'
import { useSend } from '../kit/api/queries.ts'
import { SecretDialog } from '../kit/forms/secret-dialog.tsx'
import type { Action } from '../kit/ui/actions.tsx'
import { confirm } from '../kit/ui/confirm.tsx'
import { toast } from '../kit/ui/toast.ts'

/** Makes a secret and shows it once; anyone who has the last one is locked out, so that is asked first. */
export function useNewSecret() {
  const { t } = useTranslation('apps')
  const [made, setMade] = useState<string | null>(null)
  const making = useSend(newAppSecret, ['client_app'])
  async function make({ id, name, secret_at }: ClientApp) {
    const question = { title: t('secret.title', { name }), text: t('secret.text'), yes: t('secret.make'), danger: true }
    if (secret_at !== null && !(await confirm(question))) return
    making.mutate(
      { id },
      {
        onSuccess: ({ secret }) => setMade(secret),
        onError: (error) => toast(asFailure(error).message, { tone: 'error' }),
      },
    )
  }
  const actionOf = (app: ClientApp): Action => ({
    key: 'secret',
    label: t(app.secret_at === null ? 'secret.first' : 'secret.make'),
    icon: 'unlock',
    permission: newAppSecret.permission,
    onPress: () => void make(app),
  })
  const dialog = made !== null && (
    <SecretDialog label={t('secret.label')} secret={made} note={t('secret.note')} onClose={() => setMade(null)} />
  )
  return { actionOf, dialog }
}
