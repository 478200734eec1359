import { type KeyboardEvent, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation, useNavigate } from 'react-router-dom'
import { queryClient } from '../../kit/api/queries.ts'
import { useMenuTitle } from '../../kit/i18n/menu-title.ts'
import { useAtom, useAtomValue, useSetAtom } from '../../kit/session/store.ts'
import { Button } from '../../kit/ui/button.tsx'
import { Icon } from '../../kit/ui/icon.tsx'
import { MenuList } from '../../kit/ui/menu-list.tsx'
import { pageTitles } from '../../kit/ui/page-title.ts'
import { routeAt, tabPathOf } from '../menu/routes.ts'
import { landingAtom, useRoutesOfMenu } from '../menu/use-menu.ts'
import { type OpenTab, tabsAtom } from './open-tabs.ts'
import { afterClosing, inLanguage, maximizedAtom, opened, refreshAtom, withAffixed, withoutGone } from './tabs.ts'
import css from './tabs-bar.module.css'
import { useInSight } from './use-in-sight.ts'

/** Puts the page that shows among the tabs, and keeps its address and title up to date. */
function useOpenedTab(): string {
  const { pathname, search } = useLocation()
  const titles = useAtomValue(pageTitles)
  const titled = useMenuTitle()
  const routes = useRoutesOfMenu()
  const { language } = useTranslation().i18n
  const setTabs = useSetAtom(tabsAtom)
  const path = tabPathOf(pathname)
  const route = routeAt(routes, path)
  // A record's form stands over its page, under an address of its own.
  const title = titles[path] ?? (route?.path === path ? titled(route.node.meta) : (titles[pathname] ?? ''))
  const affixed = routes
    .filter(({ node }) => node.meta.affix)
    .map((one) => ({ path: one.path, url: one.path, title: titled(one.node.meta), language }))
  // biome-ignore lint/correctness/useExhaustiveDependencies: the tabs that are always open change with the menu and the language alone
  useEffect(() => {
    const isHeld = (one: string) => routeAt(routes, one) !== null
    setTabs((tabs) => {
      const titleOf = (one: string) => {
        const its = routes.find((known) => known.path === one)
        return its && titled(its.node.meta)
      }
      const held = inLanguage(withoutGone(tabs, isHeld), language, titleOf)
      return withAffixed(route ? opened(held, { path, url: path + search, title, language }) : held, affixed)
    })
  }, [route, routes, path, search, title, language, setTabs])
  return path
}

function useTabActions(current: string) {
  const [tabs, setTabs] = useAtom(tabsAtom)
  const landing = useAtomValue(landingAtom)
  const setRefresh = useSetAtom(refreshAtom)
  const navigate = useNavigate()
  return {
    close(path: string) {
      const next = afterClosing(tabs, path, current)
      if (tabs.find((tab) => tab.path === path)?.affix) return
      setTabs((all) => all.filter((tab) => tab.path !== path))
      if (path === current) navigate(next?.url ?? landing)
    },
    closeOthers(tab: OpenTab) {
      setTabs((all) => all.filter((other) => other.affix || other.path === tab.path))
      if (tab.path !== current) navigate(tab.url)
    },
    refresh(tab: OpenTab) {
      if (tab.path !== current) navigate(tab.url)
      setRefresh((times) => times + 1)
      void queryClient.invalidateQueries()
    },
    inWindow: (tab: OpenTab) => void window.open(tab.url, '_blank', 'noopener'),
  }
}

type TabActions = ReturnType<typeof useTabActions>

interface TabProps {
  tab: OpenTab
  current: boolean
  alone: boolean
  actions: TabActions
}

/** What can be done with a tab, from the menu over it. */
function useTabItems({ tab, alone, actions }: Omit<TabProps, 'current'>) {
  const { t } = useTranslation('shell')
  const [maximized, setMaximized] = useAtom(maximizedAtom)
  return [
    { key: 'refresh', label: t('tabs.refresh'), icon: 'refresh' as const, onPress: () => actions.refresh(tab) },
    {
      key: 'close',
      label: t('tabs.close_this'),
      icon: 'close' as const,
      disabled: alone || tab.affix === true,
      onPress: () => actions.close(tab.path),
    },
    { key: 'others', label: t('tabs.close_others'), disabled: alone, onPress: () => actions.closeOthers(tab) },
    {
      key: 'maximize',
      label: t(maximized ? 'tabs.restore' : 'tabs.maximize'),
      icon: 'expand' as const,
      apart: true,
      onPress: () => setMaximized(!maximized),
    },
    { key: 'window', label: t('tabs.window'), icon: 'window' as const, onPress: () => actions.inWindow(tab) },
  ]
}

function Tab({ tab, current, alone, actions }: TabProps) {
  const { t } = useTranslation('shell')
  const element = useInSight<HTMLDivElement>(current, tab.title)
  const [at, setAt] = useState<{ x: number; y: number } | null>(null)
  const items = useTabItems({ tab, alone, actions })
  function press(event: KeyboardEvent) {
    if (event.key === 'Delete') actions.close(tab.path)
    if (event.key !== 'ContextMenu' && !(event.key === 'F10' && event.shiftKey)) return
    event.preventDefault()
    const { left, bottom } = event.currentTarget.getBoundingClientRect()
    setAt({ x: left, y: bottom })
  }
  return (
    <div ref={element} className={[css.tab, current && css.on].filter(Boolean).join(' ')}>
      <Link
        to={tab.url}
        aria-current={current ? 'page' : undefined}
        onKeyDown={press}
        onContextMenu={(event) => {
          event.preventDefault()
          setAt({ x: event.clientX, y: event.clientY })
        }}
        onAuxClick={(event) => {
          if (event.button !== 1) return
          event.preventDefault()
          actions.close(tab.path)
        }}
      >
        {tab.title || '…'}
      </Link>
      {!alone && !tab.affix && (
        <button
          type="button"
          aria-label={t('tabs.close', { title: tab.title })}
          onClick={() => actions.close(tab.path)}
        >
          <Icon name="close" size={12} />
        </button>
      )}
      {at && (
        <MenuList label={t('tabs.menu', { title: tab.title })} items={items} anchor={at} onClose={() => setAt(null)} />
      )}
    </div>
  )
}

/** The open pages: refresh, close, close others, maximize, open in a new window. */
export function TabsBar() {
  const { t } = useTranslation('shell')
  const current = useOpenedTab()
  const tabs = useAtomValue(tabsAtom)
  const [maximized, setMaximized] = useAtom(maximizedAtom)
  const actions = useTabActions(current)
  const shown = tabs.find(({ path }) => path === current)
  return (
    <div className={css.bar}>
      <nav className={css.tabs} aria-label={t('tabs.title')}>
        {tabs.map((tab) => (
          <Tab key={tab.path} tab={tab} current={tab.path === current} alone={tabs.length === 1} actions={actions} />
        ))}
      </nav>
      <div className={css.tools}>
        <Button
          look="quiet"
          size="small"
          icon="refresh"
          label={t('tabs.refresh')}
          disabled={!shown}
          onClick={() => shown && actions.refresh(shown)}
        />
        <Button
          look="quiet"
          size="small"
          icon={maximized ? 'collapse' : 'expand'}
          label={t(maximized ? 'tabs.restore' : 'tabs.maximize')}
          onClick={() => setMaximized(!maximized)}
        />
      </div>
    </div>
  )
}
