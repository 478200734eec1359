import { type FormEvent, type KeyboardEvent, useDeferredValue, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router-dom'
import { search } from '../../../shared/endpoints/shell.ts'
import { useCall } from '../../kit/api/queries.ts'
import { useRecordPath } from '../../kit/session/homes.ts'
import { closeOverlay } from '../../kit/session/overlays.ts'
import { Dialog } from '../../kit/ui/dialog.tsx'
import { Icon, type IconName } from '../../kit/ui/icon.tsx'
import { SearchInput } from '../../kit/ui/search-input.tsx'
import { ErrorBox, Skeleton } from '../../kit/ui/states.tsx'
import css from './search-dialog.module.css'

const ICONS: Record<string, IconName> = {
  pile: 'plug',
  order: 'receipt',
  customer: 'people',
  site: 'pin',
  card: 'card',
}

interface Found {
  entity: string
  id: number
  title: string
  detail: string
  to: string
}

function useFound(keyword: string) {
  const recordPath = useRecordPath()
  const asked = useDeferredValue(keyword.trim())
  const query = useCall(search, { keyword: asked }, { entities: [], enabled: asked !== '', keepLast: true })
  const found = (query.data ?? []).flatMap((one): Found[] => {
    const to = recordPath(one.entity, one.id)
    return to ? [{ ...one, to }] : []
  })
  return { query, asked, found: asked ? found : [] }
}

/** Arrows move through the input and the results; Enter in the input opens the first. */
function move(event: KeyboardEvent<HTMLElement>) {
  const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
  if (by === 0) return
  event.preventDefault()
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>('input, a')]
  stops[(stops.indexOf(document.activeElement as HTMLElement) + by + stops.length) % stops.length]?.focus()
}

function Result({ one }: { one: Found }) {
  const { t } = useTranslation('entities')
  return (
    <li>
      <Link to={one.to} className={css.result} onClick={closeOverlay}>
        <Icon name={ICONS[one.entity] ?? 'document'} />
        <span className="grow">
          <b>{one.title}</b>
          <br />
          <small>{one.detail}</small>
        </span>
        <small>{t(`${one.entity}.one`)}</small>
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
        <Result key={`${one.entity}${one.id}`} one={one} />
      ))}
    </ul>
  )
}

/** Finds piles, orders, customers and sites by what people type. */
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
        {query.isError && asked ? (
          <ErrorBox error={query.error} onRetry={query.refetch} />
        ) : (
          <Results keyword={asked} found={found} pending={asked !== '' && query.isPending} />
        )}
      </form>
    </Dialog>
  )
}
