import { useTranslation } from 'react-i18next'
import { Button } from '../ui/button.tsx'
import { Banner } from '../ui/states.tsx'
import css from './form.module.css'

/** Says that what was entered before is back, and offers to begin anew. */
export function RestoredDraft({ onStartOver }: { onStartOver: () => void }) {
  const { t } = useTranslation('common')
  return (
    <div className={css.restored}>
      <Banner tone="charging" icon="info">
        <span className="row between">
          {t('form.draft_back')}
          <Button look="link" onClick={onStartOver}>
            {t('form.draft_drop')}
          </Button>
        </span>
      </Banner>
    </div>
  )
}
