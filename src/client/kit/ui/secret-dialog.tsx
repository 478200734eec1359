import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import css from './secret-dialog.module.css'
import { toast } from './toast.ts'

interface Props {
  title: string
  /** Where to enter it. */
  text: string
  secret: string
  onClose: () => void
  /** What belongs to it, above it. */
  children?: ReactNode
}

/** A secret that was just made, the only time that anybody sees it. */
export function SecretDialog({ title, text, secret, onClose, children }: Props) {
  const { t } = useTranslation('common')
  const copy = async () => {
    await navigator.clipboard.writeText(secret)
    toast(t('done.copied'), { tone: 'success' })
  }
  const foot = (
    <>
      {/* Browsers lend the clipboard over TLS and on the machine itself only. */}
      {navigator.clipboard && (
        <Button icon="copy" onClick={() => void copy()}>
          {t('action.copy')}
        </Button>
      )}
      <Button look="primary" onClick={onClose}>
        {t('form.secret_done')}
      </Button>
    </>
  )
  return (
    <Dialog small title={title} onClose={onClose} foot={foot}>
      <p>{text}</p>
      {children}
      <code className={css.secret} data-testid="secret">
        {secret}
      </code>
    </Dialog>
  )
}
