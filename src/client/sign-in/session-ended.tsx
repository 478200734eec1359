import { useTranslation } from 'react-i18next'
import { useFormat } from '../kit/i18n/use-format.ts'
import { readEnd, unreadEndAtom } from '../kit/session/session.ts'
import { useAtomValue } from '../kit/session/store.ts'
import { Button } from '../kit/ui/button.tsx'
import { Banner } from '../kit/ui/states.tsx'

/** That the last session ended by itself, and when: until someone has read it, also after a reload. */
export function SessionEnded() {
  const { t } = useTranslation('sign_in')
  const format = useFormat()
  const at = useAtomValue(unreadEndAtom)
  if (at === null) return null
  return (
    <div role="alert">
      <Banner tone="waiting" icon="info">
        <p>
          <b>{t('ended.title', { at: format.moment(new Date(at).toISOString()) })}</b> {t('ended.text')}
        </p>
        <Button look="link" onClick={readEnd}>
          {t('ended.read')}
        </Button>
      </Banner>
    </div>
  )
}
