import { type FormEvent, type KeyboardEvent, useDeferredValue, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router-dom'
import { search } from '../../../shared/endpoints/shell.ts'
import { useCall } from '../../kit/api/queries.ts'
import { useMenuTitle } from '../../kit/i18n/menu-title.ts'
import { useRecordPath } from '../../kit/session/homes.ts'
import { closeOverlay } from '../../kit/session/overlays.ts'
import { Dialog } from '../../kit/ui/dialog.tsx'
import { Icon, type IconName, isIcon } from '../../kit/ui/icon.tsx'
import { SearchInput } from '../../kit/ui/search-input.tsx'
import { ErrorBox, Skeleton } from '../../kit/ui/states.tsx'
import { useRoutesOfMenu } from '../menu/use-menu.ts'
import css from './search-dialog.module.css'

const ICONS: Record<string, IconName> = {
  pile: 'plug',
  order: 'receipt',
  customer: 'people',
  site: 'pin',
  card: 'card',
}

interface Found {
  key: string
  icon: IconName
  title: string
  detail: string
  /** What it is. */
  kind: string
  to: string
}

const PAGES_AT_MOST = 5

/** Pages of this person's menu by their titles: they are there at once, so they stand first. */
function usePages(keyword: string): Found[] {
  const { t } = useTranslation('shell')
  const titled = useMenuTitle()
  const routes = useRoutesOfMenu()
  const wanted = keyword.toLowerCase()
  if (!wanted) return []
  return routes
    .filter(({ node }) => !node.meta.hidden && titled(node.meta).toLowerCase().includes(wanted))
    .slice(0, PAGES_AT_MOST)
    .map(({ path, node: { meta } }) => ({
      ...{ key: path, to: path, title: titled(meta), detail: '', kind: t('search.page') },
      icon: isIcon(meta.icon) ? meta.icon : 'list',
    }))
}

function useFound(keyword: string) {
  const { t } = useTranslation('entities')
  const recordPath = useRecordPath()
  const asked = useDeferredValue(keyword.trim())
  const query = useCall(search, { keyword: asked }, { entities: [], enabled: asked !== '', keepLast: true })
  const pages = usePages(keyword.trim())
  const records = (query.data ?? []).flatMap(({ entity, id, title, detail }): Found[] => {
    const to = recordPath(entity, id)
    const kind = t(`${entity}.one`)
    return to ? [{ key: `${entity}${id}`, icon: ICONS[entity] ?? 'document', title, detail, kind, to }] : []
  })
  return { query, asked, found: [...pages, ...(asked ? records : [])] }
}

/** Arrows move through the input and the results; Enter in the input opens the first. */
function move(event: KeyboardEvent<HTMLElement>) {
  const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
  if (by === 0) return
  event.preventDefault()
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>('input, a')]
  stops[(stops.indexOf(document.activeElement as HTMLElement) + by + stops.length) % stops.length]?.focus()
}

function Result({ one: { to, icon, title, detail, kind } }: { one: Found }) {
  return (
    <li>
      <Link to={to} className={css.result} onClick={closeOverlay}>
        <Icon name={icon} />
        <span className="grow">
          <b>{title}</b>
          {detail && (
            <>
              <br />
              <small>{detail}</small>
            </>
          )}
        </span>
        <small>{kind}</small>
      </Link>
    </li>
  )
}

function Results({ keyword, found, pending }: { keyword: string; found: readonly Found[]; pending: boolean }) {
  const { t } = useTranslation('shell')
  if (pending && found.length === 0) return <Skeleton height={44} />
  if (found.length === 0)
    return <p className={css.hint}>{keyword ? t('search.none', { keyword }) : t('search.type')}</p>
  return (
    <ul className={css.results} aria-label={t('search.results')}>
      {found.map((one) => (
        <Result key={one.key} one={one} />
      ))}
    </ul>
  )
}

/** Finds pages, and piles, orders, customers and sites, by what people type; as high with many as with none. */
export function SearchDialog() {
  const { t } = useTranslation('shell')
  const navigate = useNavigate()
  const [keyword, setKeyword] = useState('')
  const { query, asked, found } = useFound(keyword)
  function submit(event: FormEvent) {
    event.preventDefault()
    const [first] = found
    if (!first) return
    closeOverlay()
    navigate(first.to)
  }
  return (
    <Dialog title={t('search.short')} onClose={closeOverlay}>
      <form onSubmit={submit} onKeyDown={move}>
        <SearchInput autoFocus size="large" label={t('search.hint')} value={keyword} onChange={setKeyword} />
        <div className={css.place}>
          {query.isError && asked ? (
            <ErrorBox error={query.error} onRetry={query.refetch} />
          ) : (
            <Results keyword={asked} found={found} pending={asked !== '' && query.isPending} />
          )}
        </div>
      </form>
    </Dialog>
  )
}
