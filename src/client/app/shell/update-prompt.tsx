import { useTranslation } from 'react-i18next'
import { useAtom } from '../../kit/session/store.ts'
import { Button } from '../../kit/ui/button.tsx'
import { updateAtom } from '../pwa.ts'
import css from './shell.module.css'

/** A new version waits until the person wants it: a form may be half filled. */
export function UpdatePrompt() {
  const { t } = useTranslation('shell')
  const [update, setUpdate] = useAtom(updateAtom)
  if (!update) return null
  return (
    <div className={css.update} role="status">
      <span className="grow">{t('update.text')}</span>
      <Button look="quiet" onClick={() => setUpdate(null)}>
        {t('update.later')}
      </Button>
      <Button look="primary" onClick={update.apply}>
        {t('update.now')}
      </Button>
    </div>
  )
}
