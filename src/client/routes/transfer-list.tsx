import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRightTitle } from '../kit/i18n/menu-title.ts'
import { Checkbox } from '../kit/ui/input.tsx'
import { Pill } from '../kit/ui/pill.tsx'
import { SearchInput } from '../kit/ui/search-input.tsx'
import { Empty } from '../kit/ui/states.tsx'
import css from './routes.module.css'
import type { UserRoutes } from './user-routes.ts'

type Route = UserRoutes['available'][number]

interface Props {
  label: string
  routes: readonly Route[]
  /** Those of the other list as well: a button is named with its page, wherever that stands. */
  all: readonly Route[]
  ticked: ReadonlySet<number>
  onTick: (ticked: Set<number>) => void
  /** Nothing of it can be ticked. */
  locked: boolean
}

/** Each page with its buttons behind it; those of other pages stand at the end. */
function inMenuOrder(routes: readonly Route[]): Route[] {
  const pages = routes.filter(({ type }) => type !== 'button')
  const buttons = routes.filter(({ type }) => type === 'button')
  const known = new Set(pages.map(({ id }) => id))
  const ordered = [...pages].sort((a, b) => (a.parent_id ?? 0) - (b.parent_id ?? 0))
  const withButtons = ordered.flatMap((page) => [page, ...buttons.filter(({ parent_id }) => parent_id === page.id)])
  return [...withButtons, ...buttons.filter(({ parent_id }) => parent_id === null || !known.has(parent_id))]
}

/** Where the person has it from, or what was said for them alone. */
function Source({ route: { roles, effect } }: { route: Route }) {
  const { t } = useTranslation('people')
  if (effect === 'add') return <Pill tone="reserved">{t('rights.added')}</Pill>
  if (effect === 'remove') return <Pill tone="faulted">{t('rights.removed')}</Pill>
  return roles.length > 0 && <small>{roles.map(({ title }) => title).join(', ')}</small>
}

interface EntryProps {
  route: Route
  name: string
  ticked: boolean
  locked: boolean
  onTick: (on: boolean) => void
}

function Entry({ route, name, ticked, locked, onTick }: EntryProps) {
  const label = (
    <span>
      {name} <small>{route.permission ?? route.path}</small>
    </span>
  )
  return (
    <li>
      <Checkbox label={label} checked={ticked} disabled={locked} onChange={() => onTick(!ticked)} />
      <Source route={route} />
    </li>
  )
}

/** Those of the list that fit what was typed, and what each is called. */
function useFound({ routes, all }: Pick<Props, 'routes' | 'all'>) {
  const titled = useRightTitle()
  const [keyword, setKeyword] = useState('')
  const wanted = keyword.trim().toLowerCase()
  const byId = new Map(all.map((route) => [route.id, route]))
  const nameOf = (route: Route): string => {
    const parent = route.type === 'button' && route.parent_id !== null ? byId.get(route.parent_id) : undefined
    return parent ? `${titled(parent)} · ${titled(route)}` : titled(route)
  }
  const shown = inMenuOrder(routes).filter((route) =>
    `${nameOf(route)} ${route.permission ?? ''} ${route.path ?? ''}`.toLowerCase().includes(wanted),
  )
  return { keyword, setKeyword, shown, nameOf }
}

/** Entries of the menu to be ticked, looked for by name, page or code. */
export function TransferList({ label, routes, all, ticked, onTick, locked }: Props) {
  const { t } = useTranslation(['people', 'common', 'controls'])
  const heading = useId()
  const { keyword, setKeyword, shown, nameOf } = useFound({ routes, all })
  const whole = shown.length > 0 && shown.every(({ id }) => ticked.has(id))
  function tick(ids: readonly number[], on: boolean) {
    const next = new Set(ticked)
    for (const id of ids)
      if (on) next.add(id)
      else next.delete(id)
    onTick(next)
  }
  return (
    <section className={css.side} aria-labelledby={heading}>
      <header className={css.head}>
        <h2 id={heading}>
          {label} <small>{routes.length}</small>
        </h2>
        <Checkbox
          label={t('routes.all')}
          checked={whole}
          disabled={locked || shown.length === 0}
          onChange={() =>
            tick(
              shown.map(({ id }) => id),
              !whole,
            )
          }
        />
      </header>
      <SearchInput
        size="small"
        label={t('routes.search', { list: label })}
        placeholder={t('controls:tree.search')}
        value={keyword}
        onChange={setKeyword}
      />
      {shown.length === 0 && <Empty icon="search" text={t('common:form.nothing_found')} />}
      <ul className={css.list} {...(locked && { tabIndex: 0 })}>
        {shown.map((route) => (
          <Entry
            key={route.id}
            route={route}
            name={nameOf(route)}
            ticked={ticked.has(route.id)}
            locked={locked}
            onTick={(on) => tick([route.id], on)}
          />
        ))}
      </ul>
    </section>
  )
}
