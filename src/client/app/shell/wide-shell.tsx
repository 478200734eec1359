import { Suspense, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Outlet, useLocation } from 'react-router-dom'
import { ScreenBoundary } from '../../kit/api/screen-boundary.tsx'
import { scaleChartsToPaper } from '../../kit/charts/print-charts.ts'
import { layoutAtom } from '../../kit/session/layout.ts'
import { useAtom, useAtomValue } from '../../kit/session/store.ts'
import { OfflineBanner } from '../../offline/offline-banner.tsx'
import { tabPathOf } from '../menu/routes.ts'
import { besideAtom } from './beside-atom.ts'
import { PageSkeleton } from './page-skeleton.tsx'
import css from './shell.module.css'
import { SideMenu } from './side-menu.tsx'
import { maximizedAtom, refreshAtom } from './tabs.ts'
import { TabsBar } from './tabs-bar.tsx'
import { TopBar } from './top-bar.tsx'
import { useMenuNarrow } from './use-menu-narrow.ts'
import { useScrollMemory } from './use-scroll-memory.ts'

/** Esc gives a maximized page its frame back, unless something open takes the key. */
function useMaximized() {
  const [maximized, setMaximized] = useAtom(maximizedAtom)
  useEffect(() => {
    if (!maximized) return
    const pressed = (event: KeyboardEvent) => {
      const open = document.querySelector('dialog[open], [popover]:popover-open:not([role=status])')
      if (event.key === 'Escape' && !event.defaultPrevented && !open) setMaximized(false)
    }
    document.addEventListener('keydown', pressed)
    return () => document.removeEventListener('keydown', pressed)
  }, [maximized, setMaximized])
  return maximized
}

/** Side menu, top bar and tabs around the page, from 1024 px. */
export function WideShell() {
  const { t } = useTranslation('shell')
  const { pathname } = useLocation()
  const main = useRef<HTMLElement>(null)
  const times = useAtomValue(refreshAtom)
  const maximized = useMaximized()
  const { tabs } = useAtomValue(layoutAtom)
  const [narrow] = useMenuNarrow()
  const path = tabPathOf(pathname)
  const beside = useAtomValue(besideAtom)
  useScrollMemory(path, main)
  useEffect(scaleChartsToPaper, [])
  return (
    <div
      className={[css.shell, narrow && css.railed, maximized && css.maximized, !tabs && css.tabless]
        .filter(Boolean)
        .join(' ')}
    >
      <a className={css.skip} href="#main">
        {t('skip')}
      </a>
      {!maximized && <SideMenu />}
      {!maximized && <TopBar />}
      {tabs && <TabsBar />}
      <main id="main" ref={main} className={css.main} tabIndex={-1}>
        <OfflineBanner notLive={false} />
        {beside && <beside.Offers />}
        <ScreenBoundary key={`${path}#${times}`}>
          <Suspense fallback={<PageSkeleton />}>
            <Outlet />
          </Suspense>
        </ScreenBoundary>
      </main>
    </div>
  )
}
