import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAtom } from '../../kit/session/store.ts'
import { Button } from '../../kit/ui/button.tsx'
import { updateAtom } from '../update-atom.ts'
import css from './shell.module.css'

/** A new version waits until the person wants it: a form may be half filled. */
export function UpdatePrompt() {
  const { t } = useTranslation('shell')
  const [update, setUpdate] = useAtom(updateAtom)
  const [asked, setAsked] = useState<typeof update>(null)
  if (!update) return null
  // The version of before sends what it is about to send first, a photo even.
  const busy = asked === update
  const apply = () => {
    setAsked(update)
    update.apply()
  }
  return (
    <div className={css.update} role="status">
      <span className="grow">{t('update.text')}</span>
      <Button look="quiet" disabled={busy} onClick={() => setUpdate(null)}>
        {t('update.later')}
      </Button>
      <Button look="primary" busy={busy} onClick={apply}>
        {t('update.now')}
      </Button>
    </div>
  )
}
