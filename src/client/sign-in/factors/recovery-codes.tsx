import { useTranslation } from 'react-i18next'
import { Button } from '../../kit/ui/button.tsx'
import { copyText } from '../../kit/ui/copy-text.ts'
import { Dialog } from '../../kit/ui/dialog.tsx'
import { Banner } from '../../kit/ui/states.tsx'
import { toast } from '../../kit/ui/toast.ts'
import css from './factors.module.css'

/** The ten codes, shown this once. */
export function RecoveryCodes({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const { t } = useTranslation('second_step')
  const copy = async () => toast(t((await copyText(codes.join('\n'))) ? 'copied' : 'not_copied'))
  const foot = (
    <>
      <Button icon="copy" onClick={() => void copy()}>
        {t('recovery.copy')}
      </Button>
      <Button look="primary" onClick={onClose}>
        {t('recovery.kept')}
      </Button>
    </>
  )
  return (
    <Dialog small title={t('recovery.title')} onClose={onClose} foot={foot}>
      <div className={css.dialog}>
        <p>{t('recovery.text')}</p>
        <ul className={css.codes} aria-label={t('recovery.title')}>
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
        <Banner tone="waiting" icon="warning">
          {t('recovery.once')}
        </Banner>
      </div>
    </Dialog>
  )
}
