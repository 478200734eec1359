import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { useMenuTitle } from '../../kit/i18n/menu-title.ts'
import { layoutAtom, withFavourite } from '../../kit/session/layout.ts'
import { useAtom } from '../../kit/session/store.ts'
import { Icon } from '../../kit/ui/icon.tsx'
import { isIcon } from '../../kit/ui/more-icon.tsx'
import type { MenuEntry } from '../menu/menu-entries.ts'
import { badge } from './open-alarms.ts'
import css from './side-menu.module.css'
import { useInSight } from './use-in-sight.ts'

export interface EntryProps {
  entry: MenuEntry
  active: boolean
  /** What waits behind it. */
  count: number
  /** Its icon alone. */
  narrow?: boolean
  /** Called as it is followed. */
  onFollow?: (() => void) | undefined
}

function Inside({ entry, count, narrow }: Pick<EntryProps, 'entry' | 'count' | 'narrow'>) {
  const title = useMenuTitle()(entry)
  return (
    <>
      {(narrow || !entry.deep) && <Icon name={isIcon(entry.icon) ? entry.icon : 'list'} />}
      <span className={narrow ? 'hidden-text' : css.title}>{title}</span>
      {count > 0 && <span className={css.count}>{badge(count)}</span>}
    </>
  )
}

/** Puts an entry among those that stand first, or takes it out. */
function Star({ entry, active }: Pick<EntryProps, 'entry' | 'active'>) {
  const { t } = useTranslation('shell')
  const title = useMenuTitle()(entry)
  const [{ favourites }, change] = useAtom(layoutAtom)
  const is = favourites.includes(entry.key)
  return (
    <button
      type="button"
      className={css.star}
      // By keyboard the page that shows is starred, and those that are: no stop between any two entries.
      tabIndex={active || is ? 0 : -1}
      aria-pressed={is}
      aria-label={t('favourites.star', { title })}
      title={t(is ? 'favourites.remove' : 'favourites.add')}
      onClick={() => change({ favourites: withFavourite(favourites, entry.key) })}
    >
      <Icon name="star" size={14} />
    </button>
  )
}

/** One line of the navigation; with its star where there is room for words. */
export function SideEntry({ entry, active, count, narrow = false, onFollow }: EntryProps) {
  const title = useMenuTitle()(entry)
  const element = useInSight<HTMLAnchorElement>(active, title)
  const look = [css.entry, entry.deep && !narrow && css.deep, narrow && css.narrow].filter(Boolean).join(' ')
  const inside = <Inside {...{ entry, count, narrow }} />
  const shared = { className: look, ...(narrow && { title }) }
  return (
    <div className={css.line}>
      {entry.href ? (
        <a {...shared} href={entry.href} target="_blank" rel="noopener noreferrer">
          {inside}
          {!narrow && <Icon name="link" size={14} />}
        </a>
      ) : (
        <Link
          ref={element}
          {...shared}
          to={entry.to ?? '/'}
          aria-current={active ? 'page' : undefined}
          onClick={onFollow}
        >
          {inside}
        </Link>
      )}
      {!narrow && <Star entry={entry} active={active} />}
    </div>
  )
}
