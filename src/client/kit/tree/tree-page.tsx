import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Action } from '../ui/actions.tsx'
import { Card } from '../ui/card.tsx'
import { Page } from '../ui/page.tsx'
import { SearchInput } from '../ui/search-input.tsx'
import { Empty, Loaded, Skeleton } from '../ui/states.tsx'
import css from './tree.module.css'

interface Props<T> {
  title: string
  caption?: ReactNode
  actions: readonly Action[]
  query: { data: T[] | undefined; error: unknown; isPending: boolean; refetch: () => unknown }
  keyword: string
  onKeyword: (keyword: string) => void
  /** What of it shows for what was typed. */
  narrow: (nodes: readonly T[]) => readonly T[]
  /** What is said where there is nothing at all. */
  empty: string
  /** What a phone's back arrow leads to. */
  back?: string
  /** Beside the tree where there is room: the form of what is chosen in it. */
  beside?: ReactNode
  children: (nodes: readonly T[]) => ReactNode
}

/** A page that holds a tree: its heading, a search, and what is said when nothing is there. */
export function TreePage<T>({
  query,
  keyword,
  onKeyword,
  narrow,
  empty,
  back = '/me',
  beside,
  children,
  ...page
}: Props<T>) {
  const { t } = useTranslation(['common', 'controls'])
  return (
    <Page {...page} back={back}>
      <SearchInput label={t('controls:tree.search')} value={keyword} onChange={onKeyword} />
      <div className={beside ? css.split : undefined}>
        <Card flush>
          <Loaded query={query} skeleton={<Skeleton height={320} />}>
            {(all) => {
              const shown = narrow(all)
              if (all.length === 0) return <Empty text={empty} />
              if (shown.length === 0) return <Empty icon="search" text={t('list.none_match')} />
              return children(shown)
            }}
          </Loaded>
        </Card>
        {beside}
      </div>
    </Page>
  )
}
