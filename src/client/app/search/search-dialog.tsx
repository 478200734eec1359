import { type FormEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router-dom'
import { closeOverlay, searchedAtom } from '../../kit/session/overlays.ts'
import { store } from '../../kit/session/store.ts'
import { Button } from '../../kit/ui/button.tsx'
import { Dialog } from '../../kit/ui/dialog.tsx'
import { Icon } from '../../kit/ui/icon.tsx'
import { SearchInput } from '../../kit/ui/search-input.tsx'
import { ErrorLine, Skeleton } from '../../kit/ui/states.tsx'
import type { Found, Group } from './found.ts'
import { Marked } from './marked.tsx'
import { clearRecent } from './recent.ts'
import css from './search-dialog.module.css'
import { useGroups } from './use-groups.ts'
import { useVisibleHeight } from './use-visible-height.ts'

interface OptionProps {
  one: Found
  id: string
  typed: string
  active: boolean
  onPoint: () => void
}

function Option({ one, id, typed, active, onPoint }: OptionProps) {
  const { icon, title, detail, kind, to, state, onPress, said } = one
  const marked = one.typed ?? typed
  const inside = (
    <>
      <Icon name={icon} />
      <span className={css.said}>
        <b>
          <Marked text={title} typed={marked} said={said} />
        </b>
        {detail && (
          <small>
            <Marked text={detail} typed={marked} said={said} />
          </small>
        )}
      </span>
      {kind && <small>{kind}</small>}
    </>
  )
  const shared = {
    id,
    role: 'option',
    'aria-selected': active,
    tabIndex: -1,
    className: css.result ?? '',
    onPointerMove: onPoint,
  } as const
  return to ? (
    <Link {...shared} to={to} state={state} onClick={closeOverlay}>
      {inside}
    </Link>
  ) : (
    <button {...shared} type="button" onClick={onPress}>
      {inside}
    </button>
  )
}

interface ListProps {
  id: string
  groups: readonly Group[]
  typed: string
  active: string | null
  onPoint: (key: string) => void
}

function List({ id, groups, typed, active, onPoint }: ListProps) {
  const { t } = useTranslation('shell')
  return (
    <div id={id} role="listbox" aria-label={t('search.results')} className={css.results}>
      {groups.map(({ key, title, found }) => (
        // biome-ignore lint/a11y/useSemanticElements: a group of options is no fieldset
        <div key={key} role="group" aria-labelledby={`${id}-${key}`}>
          <div id={`${id}-${key}`} className={css.group} role="presentation">
            {title}
          </div>
          {found.map((one) => (
            <Option
              key={one.key}
              one={one}
              id={optionId(id, one.key)}
              typed={typed}
              active={one.key === active}
              onPoint={() => onPoint(one.key)}
            />
          ))}
        </div>
      ))}
    </div>
  )
}

const optionId = (list: string, key: string) => `${list}-${key.replace(/[^\w]/g, '-')}`

/** Which line Enter means: the one that was chosen as long as it is there, else the first. */
function useActive(all: readonly Found[], listId: string) {
  const [chosen, choose] = useState<string | null>(null)
  const active = all.find(({ key }) => key === chosen) ?? all[0] ?? null
  const moved = useRef(false)
  const key = active?.key
  useEffect(() => {
    if (moved.current && key) document.getElementById(optionId(listId, key))?.scrollIntoView?.({ block: 'nearest' })
    moved.current = false
  }, [key, listId])
  const move = (by: number) => {
    moved.current = true
    const at = active ? all.indexOf(active) : -1
    choose(all[(at + by + all.length) % all.length]?.key ?? null)
  }
  return { active, choose, move }
}

interface HintProps {
  keyword: string
  pending: boolean
  /** Not everything could be looked through. */
  isMore: boolean
}

/** Instead of results. */
function Hint({ keyword, pending, isMore }: HintProps) {
  const { t } = useTranslation(['shell', 'search'])
  if (pending) return <Skeleton height={48} />
  if (keyword && isMore) return <p className={css.hint}>{t('search:none_of_newest', { keyword })}</p>
  return <p className={css.hint}>{keyword ? t('search.none', { keyword }) : t('search.type')}</p>
}

interface RestProps {
  isMore: boolean
  isSilent: boolean
  error: unknown
  onRetry: () => void
}

/** What is not among the results, and why. */
function Rest({ isMore, isSilent, error, onRetry }: RestProps) {
  const { t } = useTranslation('search')
  if (isSilent) return <ErrorLine error={error} text={t('silent')} onRetry={onRetry} />
  if (error) return <ErrorLine error={error} onRetry={onRetry} />
  return isMore ? <p className={css.rest}>{t('more')}</p> : null
}

/** How many there are, for who does not see them. */
function Count({ count, typed }: { count: number; typed: string }) {
  const { t } = useTranslation('search')
  return (
    <div role="status" className="hidden-text">
      {typed && t('count', { count })}
    </div>
  )
}

/** Finds pages, actions and records by what people type, and before that what they opened last; as high with many as with none. */
export function SearchDialog() {
  const { t } = useTranslation(['shell', 'search'])
  const navigate = useNavigate()
  const listId = useId()
  const [keyword, setKeyword] = useState(() => store.get(searchedAtom))
  const { groups, query, asked, isPending, isMore, isSilent } = useGroups(keyword, setKeyword)
  const all = groups.flatMap(({ found }) => found)
  const { active, choose, move } = useActive(all, listId)
  const failure = asked && query.isError ? query.error : null
  const place = useRef<HTMLDivElement>(null)
  useVisibleHeight(place)

  function submit(event: FormEvent) {
    event.preventDefault()
    if (!active) return
    if (active.onPress) return active.onPress()
    closeOverlay()
    if (active.to) navigate(active.to, { state: active.state })
  }

  function press(event: KeyboardEvent) {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    // While a word is being composed the arrows choose among its characters.
    if (!by || event.nativeEvent.isComposing) return
    event.preventDefault()
    move(by)
  }

  return (
    <Dialog title={t('search.short')} onClose={closeOverlay}>
      <form onSubmit={submit}>
        <SearchInput
          autoFocus
          data-first
          size="large"
          label={t('search.hint')}
          value={keyword}
          onChange={(typed) => {
            choose(null)
            setKeyword(typed)
          }}
          onKeyDown={press}
          role="combobox"
          aria-expanded={all.length > 0}
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={active ? optionId(listId, active.key) : undefined}
          autoComplete="off"
          enterKeyHint="go"
        />
        <div className={css.place} ref={place}>
          {all.length > 0 ? (
            <List id={listId} groups={groups} typed={keyword.trim()} active={active?.key ?? null} onPoint={choose} />
          ) : (
            !failure && <Hint keyword={asked} pending={isPending} isMore={isMore} />
          )}
          <Rest isMore={isMore && all.length > 0} isSilent={isSilent} error={failure} onRetry={query.refetch} />
          {!keyword.trim() && all.length > 0 && (
            <Button look="quiet" onClick={clearRecent}>
              {t('search:clear')}
            </Button>
          )}
        </div>
        <Count count={all.length} typed={asked} />
      </form>
    </Dialog>
  )
}
