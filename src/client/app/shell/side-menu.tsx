import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router-dom'
import { useMenuTitle } from '../../kit/i18n/menu-title.ts'
import { useHome } from '../../kit/session/homes.ts'
import { isFolded, layoutAtom } from '../../kit/session/layout.ts'
import { useProduct } from '../../kit/session/product.ts'
import { menuAtom } from '../../kit/session/session.ts'
import { useAtom, useAtomValue } from '../../kit/session/store.ts'
import { Icon } from '../../kit/ui/icon.tsx'
import { type MenuEntry, type MenuGroup, menuGroups } from '../menu/menu-entries.ts'
import { activePathOf, routeAt } from '../menu/routes.ts'
import { landingAtom, useRoutesOfMenu } from '../menu/use-menu.ts'
import { MenuFlyout } from './menu-flyout.tsx'
import { useOpenAlarms } from './open-alarms.ts'
import { SideEntry } from './side-entry.tsx'
import css from './side-menu.module.css'
import { useMenuNarrow } from './use-menu-narrow.ts'

function Mark() {
  return (
    <span className={css.mark}>
      <Icon name="bolt" size={16} />
    </span>
  )
}

/** What each entry shows besides its title. */
function useMarks() {
  const { pathname } = useLocation()
  const active = activePathOf(routeAt(useRoutesOfMenu(), pathname))
  const alarms = useHome('alarm')
  const open = useOpenAlarms()
  return ({ to }: MenuEntry) => ({
    active: to !== null && to === active,
    count: to !== null && to === alarms ? open : 0,
  })
}
type Marks = ReturnType<typeof useMarks>

interface EntriesProps {
  entries: readonly MenuEntry[]
  marks: Marks
  label?: string
  narrow?: boolean
  onFollow?: () => void
}

const Entries = ({ entries, marks, label, ...look }: EntriesProps) => (
  <ul className={css.group} aria-label={label}>
    {entries.map((entry) => (
      <li key={entry.key}>
        <SideEntry entry={entry} {...marks(entry)} {...look} />
      </li>
    ))}
  </ul>
)

/** A heading that folds what is under it. */
function Folding({
  title,
  folded,
  onFold,
  children,
}: {
  title: string
  folded: boolean
  onFold: () => void
  children: ReactNode
}) {
  return (
    <>
      <button type="button" className={css.heading} aria-expanded={!folded} onClick={onFold}>
        <span className="grow">{title}</span>
        <Icon name={folded ? 'right' : 'down'} size={14} />
      </button>
      {!folded && children}
    </>
  )
}

function Group({ group, marks, narrow }: { group: MenuGroup; marks: Marks; narrow: boolean }) {
  const titled = useMenuTitle()
  const [state, change] = useAtom(layoutAtom)
  const { heading, entries, icon, key } = group
  if (!heading) return <Entries {...{ entries, marks, narrow }} />
  const label = titled(heading)
  const marked = entries.map(marks)
  const active = marked.some((mark) => mark.active)
  if (narrow) {
    const count = marked.reduce((sum, mark) => sum + mark.count, 0)
    return (
      <MenuFlyout title={label} {...{ icon, active, count }}>
        {(close) => <Entries {...{ entries, marks, label }} onFollow={close} />}
      </MenuFlyout>
    )
  }
  const folded = isFolded(state, group, active)
  return (
    <Folding title={label} folded={folded} onFold={() => change({ folded: { ...state.folded, [key]: !folded } })}>
      <Entries {...{ entries, marks, label }} />
    </Folding>
  )
}

/** The entries that this person put first. */
function Favourites({ groups, marks, narrow }: { groups: readonly MenuGroup[]; marks: Marks; narrow: boolean }) {
  const { t } = useTranslation('shell')
  const { favourites } = useAtomValue(layoutAtom)
  const all = groups.flatMap(({ entries }) => entries)
  const entries = favourites
    .flatMap((key) => all.find((entry) => entry.key === key) ?? [])
    .map((one) => ({ ...one, deep: false }))
  if (entries.length === 0) return null
  const label = t('favourites.title')
  return (
    <div className={css.favourites}>
      {!narrow && <div className={css.heading}>{label}</div>}
      <Entries {...{ entries, marks, label, narrow }} />
    </div>
  )
}

/** The menu that the server gives this person: their favourites first, groups that fold, or icons alone. */
export function SideMenu() {
  const { t } = useTranslation('shell')
  const menu = useAtomValue(menuAtom)
  const landing = useAtomValue(landingAtom)
  const product = useProduct()
  const [narrow, setNarrow] = useMenuNarrow()
  const marks = useMarks()
  const groups = menuGroups(menu)
  const [first, ...rest] = groups
  const own = first && !first.heading ? first : null
  return (
    <nav className={[css.side, narrow && css.rail].filter(Boolean).join(' ')} aria-label={t('menu')}>
      <Link className={css.brand} to={landing}>
        <Mark />
        <span className={narrow ? 'hidden-text' : css.title}>{product}</span>
      </Link>
      <div className={css.scroll}>
        {own && <Group group={own} marks={marks} narrow={narrow} />}
        <Favourites groups={groups} marks={marks} narrow={narrow} />
        {(own ? rest : groups).map((group) => (
          <Group key={group.key} group={group} marks={marks} narrow={narrow} />
        ))}
      </div>
      <button
        type="button"
        className={[css.entry, narrow && css.narrow].filter(Boolean).join(' ')}
        aria-expanded={!narrow}
        title={t(narrow ? 'menu_wide' : 'menu_narrow')}
        onClick={() => setNarrow(!narrow)}
      >
        <Icon name="panel" />
        <span className={narrow ? 'hidden-text' : css.title}>{t(narrow ? 'menu_wide' : 'menu_narrow')}</span>
      </button>
    </nav>
  )
}
