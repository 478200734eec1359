import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, Outlet, useLocation, useNavigationType } from 'react-router-dom'
import { ScreenBoundary } from '../../kit/api/screen-boundary.tsx'
import { useHome } from '../../kit/session/homes.ts'
import { openScanner } from '../../kit/session/overlays.ts'
import { useAtomValue } from '../../kit/session/store.ts'
import { Icon, type IconName } from '../../kit/ui/icon.tsx'
import { useNotLive } from '../../live/use-not-live.ts'
import { OfflineBanner } from '../../offline/offline-banner.tsx'
import { tabPathOf } from '../menu/routes.ts'
import { landingAtom } from '../menu/use-menu.ts'
import { besideAtom } from './beside-atom.ts'
import { badge, useOpenAlarms } from './open-alarms.ts'
import { PageSkeleton } from './page-skeleton.tsx'
import css from './shell.module.css'
import { useScrollMemory } from './use-scroll-memory.ts'

function Entry({ to, icon, label, count = 0 }: { to: string; icon: IconName; label: string; count?: number }) {
  const { pathname } = useLocation()
  const active = pathname === to || pathname.startsWith(`${to}/`)
  return (
    <Link to={to} aria-current={active ? 'page' : undefined}>
      <Icon name={icon} size={22} />
      {label}
      {count > 0 && <span className={css.count}>{badge(count)}</span>}
    </Link>
  )
}

function BottomBar() {
  const { t } = useTranslation('shell')
  const landing = useAtomValue(landingAtom)
  const piles = useHome('pile')
  const alarms = useHome('alarm')
  const open = useOpenAlarms()
  return (
    <nav className={css.bottom} aria-label={t('menu')}>
      <Entry to={landing} icon="home" label={t('bottom.home')} />
      {piles ? <Entry to={piles} icon="gauge" label={t('bottom.devices')} /> : <span />}
      <button type="button" className={css.scan} aria-label={t('scan.title')} onClick={openScanner}>
        <Icon name="scan" size={22} />
      </button>
      {alarms ? <Entry to={alarms} icon="bell" label={t('bottom.alarms')} count={open} /> : <span />}
      <Entry to="/me" icon="person" label={t('bottom.me')} />
    </nav>
  )
}

/** The page with a bar of five below it, up to 1023 px. */
export function PhoneShell() {
  const { t } = useTranslation('shell')
  const { pathname, search } = useLocation()
  const path = tabPathOf(pathname)
  // A part of a pile's page is a screen of its own here.
  const part = new URLSearchParams(search).get('tab')
  // Without tabs, a page that one goes to is a new one; going back is to the place that one left.
  useScrollMemory(part ? `${path}?tab=${part}` : path, null, useNavigationType() === 'POP')
  const notLive = useNotLive()
  const beside = useAtomValue(besideAtom)
  return (
    <div className={css.phone}>
      <a className={css.skip} href="#main">
        {t('skip')}
      </a>
      <main id="main" tabIndex={-1}>
        <OfflineBanner notLive={notLive} />
        {beside && <beside.Offers phone />}
        <ScreenBoundary key={path}>
          <Suspense fallback={<PageSkeleton />}>
            <Outlet />
          </Suspense>
        </ScreenBoundary>
      </main>
      <BottomBar />
    </div>
  )
}
