import { useTranslation } from 'react-i18next'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { TextArea } from '../ui/input.tsx'
import { toast } from '../ui/toast.ts'

/** As many letters as fit beside each other on a narrow phone. */
const LINE = 28

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
    <Dialog small title={t('form.secret_title')} onClose={onClose} foot={foot}>
      <p>{t('form.secret_text')}</p>
      {note && <p>{note}</p>}
      <br />
      {/* In lines: all of it has to be read by the person who types it in elsewhere. */}
      <TextArea
        readOnly
        rows={Math.ceil(secret.length / LINE)}
        spellCheck={false}
        aria-label={label}
        value={secret}
        onFocus={(event) => event.target.select()}
      />
    </Dialog>
  )
}
