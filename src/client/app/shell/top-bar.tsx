import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation, useNavigate } from 'react-router-dom'
import { useMenuTitle } from '../../kit/i18n/menu-title.ts'
import { useLanguageItems } from '../../kit/i18n/use-language-items.ts'
import { openScanner, openSearch } from '../../kit/session/overlays.ts'
import { personAtom } from '../../kit/session/session.ts'
import { useAtom, useAtomValue } from '../../kit/session/store.ts'
import { darkTheme, themeChoice } from '../../kit/theme/theme.ts'
import { Button, ButtonLink } from '../../kit/ui/button.tsx'
import { Icon } from '../../kit/ui/icon.tsx'
import { MenuButton } from '../../kit/ui/menu.tsx'
import { pageTitles } from '../../kit/ui/page-title.ts'
import { useTodos } from '../../todos/use-todos.ts'
import { OwnPicture } from '../../user-centre/own-picture.tsx'
import { routeAt } from '../menu/routes.ts'
import { useRoutesOfMenu } from '../menu/use-menu.ts'
import { installAtom } from '../pwa.ts'
import { signOut } from '../sign-out.ts'
import { LiveBadge } from './live-badge.tsx'
import { badge } from './open-alarms.ts'
import css from './shell.module.css'

function Breadcrumb() {
  const { t } = useTranslation('shell')
  const { pathname } = useLocation()
  const titles = useAtomValue(pageTitles)
  const titled = useMenuTitle()
  const route = routeAt(useRoutesOfMenu(), pathname)
  if (!route || route.node.meta.hideBreadcrumb) return <nav className={css.crumbs} aria-label={t('breadcrumb')} />
  const under = pathname === route.path ? null : titles[pathname]
  return (
    <nav className={css.crumbs} aria-label={t('breadcrumb')}>
      <Link to={route.path}>{titled(route.node.meta)}</Link>
      {under && under !== titled(route.node.meta) && (
        <>
          <Icon name="right" size={12} />
          <span>{under}</span>
        </>
      )}
    </nav>
  )
}

function useSearchKey() {
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return
      event.preventDefault()
      openSearch()
    }
    document.addEventListener('keydown', pressed)
    return () => document.removeEventListener('keydown', pressed)
  }, [])
}

function Bell() {
  const { t } = useTranslation('shell')
  const { total: waiting = 0, more = false } = useTodos().data ?? {}
  return (
    <span className={css.bell}>
      <ButtonLink
        look="quiet"
        icon="bell"
        label={t(more ? 'todos_many' : 'todos_waiting', { n: waiting })}
        to="/todo"
      />
      {waiting > 0 && <b aria-hidden="true">{badge(waiting)}</b>}
    </span>
  )
}

function LanguageMenu() {
  const { t } = useTranslation('shell')
  return <MenuButton look="quiet" icon="globe" label={t('language')} items={useLanguageItems()} />
}

function ThemeButton() {
  const { t } = useTranslation('shell')
  const dark = useAtomValue(darkTheme)
  const [, choose] = useAtom(themeChoice)
  return (
    <Button
      look="quiet"
      icon={dark ? 'sun' : 'moon'}
      label={t(dark ? 'theme.to_light' : 'theme.to_dark')}
      onClick={() => choose(dark ? 'light' : 'dark')}
    />
  )
}

function PersonMenu() {
  const { t } = useTranslation('shell')
  const person = useAtomValue(personAtom)
  const install = useAtomValue(installAtom)
  const navigate = useNavigate()
  const name = person?.user.name || person?.user.userName || ''
  const items = [
    { key: 'name', label: name, icon: 'person' as const, disabled: true, onPress: () => {} },
    { key: 'centre', label: t('person.centre'), icon: 'gear' as const, onPress: () => navigate('/usercenter') },
    ...(install
      ? [{ key: 'install', label: t('person.install'), icon: 'download' as const, onPress: () => void install.ask() }]
      : []),
    { key: 'out', label: t('person.sign_out'), icon: 'exit' as const, apart: true, onPress: () => void signOut() },
  ]
  return (
    <MenuButton look="quiet" className={css.person ?? ''} label={t('person.title')} items={items}>
      <OwnPicture name={name} className={css.avatar ?? ''} />
    </MenuButton>
  )
}

export function TopBar() {
  const { t } = useTranslation('shell')
  useSearchKey()
  return (
    <header className={css.top}>
      <Breadcrumb />
      <LiveBadge />
      <button type="button" className={css.search} onClick={() => openSearch()} aria-keyshortcuts="Control+K">
        <Icon name="search" size={16} />
        <span className="grow">{t('search.hint')}</span>
        <kbd>Ctrl K</kbd>
      </button>
      <Button look="quiet" icon="scan" label={t('scan.title')} onClick={openScanner} />
      <Bell />
      <LanguageMenu />
      <ThemeButton />
      <PersonMenu />
    </header>
  )
}
