import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { useAtomValue } from '../kit/session/store.ts'
import { Button, ButtonLink } from '../kit/ui/button.tsx'
import { Page } from '../kit/ui/page.tsx'
import { Empty } from '../kit/ui/states.tsx'
import { landingAtom } from './menu/use-menu.ts'
import { signOut } from './sign-out.ts'

/** A path that the person's menu does not hold. */
export function MissingPage() {
  const { t } = useTranslation('shell')
  const navigate = useNavigate()
  const landing = useAtomValue(landingAtom)
  return (
    <Page title={t('missing.title')}>
      <Empty icon="search" text={t('missing.title')}>
        <div className="row" style={{ flexWrap: 'wrap', justifyContent: 'center' }}>
          <ButtonLink look="primary" to={landing}>
            {t('missing.home')}
          </ButtonLink>
          <Button onClick={() => void signOut()}>{t('missing.log_in')}</Button>
          {/* In a window that was opened here there is none. */}
          {history.length > 1 && <Button onClick={() => navigate(-1)}>{t('missing.previous')}</Button>}
        </div>
      </Empty>
    </Page>
  )
}
