import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { Outlet } from 'react-router-dom'
import { ScreenBoundary } from '../../kit/api/screen-boundary.tsx'
import { useAtomValue } from '../../kit/session/store.ts'
import { ButtonLink } from '../../kit/ui/button.tsx'
import { landingAtom } from '../menu/use-menu.ts'
import { PageSkeleton } from './page-skeleton.tsx'
import css from './shell.module.css'

/** A page without navigation and tabs, as its menu entry says; a quiet way back stays. */
export function FullPage() {
  const { t } = useTranslation('shell')
  return (
    <main id="main" className={css.full} tabIndex={-1}>
      <ScreenBoundary>
        <Suspense fallback={<PageSkeleton />}>
          <Outlet />
        </Suspense>
      </ScreenBoundary>
      <div className={css.wayOut}>
        <ButtonLink size="small" icon="collapse" label={t('missing.home')} to={useAtomValue(landingAtom)} />
      </div>
    </main>
  )
}
