import { useTranslation } from 'react-i18next'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Input } from '../ui/input.tsx'
import { toast } from '../ui/toast.ts'

interface Props {
  label: string
  secret: string
  /** What is to be done with it. */
  note?: string
  onClose: () => void
}

/** A secret that was set, shown once: nobody can read it later. */
export function SecretDialog({ label, secret, note, onClose }: Props) {
  const { t } = useTranslation('common')
  async function copy() {
    await navigator.clipboard?.writeText(secret)
    toast(t('done.copied'), { tone: 'success' })
  }
  const foot = (
    <Button look="primary" onClick={onClose}>
      {t('form.secret_done')}
    </Button>
  )
  return (
    <Dialog small title={t('form.secret_title')} onClose={onClose} foot={foot}>
      <p>{t('form.secret_text')}</p>
      {note && <p>{note}</p>}
      <br />
      <Input
        readOnly
        aria-label={label}
        value={secret}
        onFocus={(event) => event.target.select()}
        {...(navigator.clipboard && {
          after: <Button look="quiet" size="small" icon="copy" label={t('action.copy')} onClick={() => void copy()} />,
        })}
      />
    </Dialog>
  )
}
