import { useTranslation } from 'react-i18next'
import { useAtom, useAtomValue } from '../../kit/session/store.ts'
import { Button } from '../../kit/ui/button.tsx'
import { menuChangedAtom } from '../menu/rights-changed.ts'
import { updateAtom } from '../update-atom.ts'
import css from './shell.module.css'

/** Says that the menu is another one by now. A new version of the console says it first: it brings the menu along. */
export function RightsPrompt() {
  const { t } = useTranslation('shell')
  const [changed, known] = useAtom(menuChangedAtom)
  const update = useAtomValue(updateAtom)
  if (!changed || update) return null
  return (
    <div className={css.update} role="status">
      <span className="grow">{t('rights.text')}</span>
      <Button look="quiet" onClick={() => known()}>
        {t('rights.later')}
      </Button>
      <Button look="primary" onClick={() => location.reload()}>
        {t('rights.now')}
      </Button>
    </div>
  )
}
