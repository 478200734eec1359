import { useAtomValue } from 'jotai'
import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router-dom'
import { useMenuTitle } from '../../kit/i18n/menu-title.ts'
import { useHome } from '../../kit/session/homes.ts'
import { useProduct } from '../../kit/session/product.ts'
import { menuAtom } from '../../kit/session/session.ts'
import { Icon, isIcon } from '../../kit/ui/icon.tsx'
import { type MenuEntry, menuGroups } from '../menu/menu-entries.ts'
import { activePathOf, routeAt } from '../menu/routes.ts'
import { landingAtom, useRoutesOfMenu } from '../menu/use-menu.ts'
import { Mark } from './brand.tsx'
import { badge, useOpenAlarms } from './open-alarms.ts'
import css from './side-menu.module.css'
import { useInSight } from './use-in-sight.ts'

function Entry({ entry, active, count }: { entry: MenuEntry; active: boolean; count: number }) {
  const title = useMenuTitle()(entry)
  const element = useInSight<HTMLAnchorElement>(active, title)
  const inside = (
    <>
      {!entry.deep && <Icon name={isIcon(entry.icon) ? entry.icon : 'list'} />}
      {title}
      {count > 0 && <span className={css.count}>{badge(count)}</span>}
    </>
  )
  const look = [css.entry, entry.deep && css.deep].filter(Boolean).join(' ')
  if (entry.href) {
    return (
      <a className={look} href={entry.href} target="_blank" rel="noopener noreferrer">
        {inside}
        <Icon name="link" size={14} />
      </a>
    )
  }
  return (
    <Link ref={element} className={look} to={entry.to ?? '/'} aria-current={active ? 'page' : undefined}>
      {inside}
    </Link>
  )
}

/** The menu that the server gives this person. */
export function SideMenu() {
  const { t } = useTranslation('shell')
  const menu = useAtomValue(menuAtom)
  const landing = useAtomValue(landingAtom)
  const routes = useRoutesOfMenu()
  const product = useProduct()
  const { pathname } = useLocation()
  const titled = useMenuTitle()
  const active = activePathOf(routeAt(routes, pathname))
  const alarms = useHome('alarm')
  const open = useOpenAlarms()
  return (
    <nav className={css.side} aria-label={t('menu')}>
      <Link className={css.brand} to={landing}>
        <Mark />
        {product}
      </Link>
      {menuGroups(menu).map((group) => (
        <div key={group.key}>
          {group.heading && <div className={css.heading}>{titled(group.heading)}</div>}
          <ul className={css.group} aria-label={group.heading ? titled(group.heading) : undefined}>
            {group.entries.map((entry) => (
              <li key={entry.key}>
                <Entry
                  entry={entry}
                  active={entry.to !== null && entry.to === active}
                  count={entry.to !== null && entry.to === alarms ? open : 0}
                />
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  )
}
