import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { MOST_SHOWN } from '../../shared/endpoints/dashboard-parts.ts'
import { Card } from '../kit/ui/card.tsx'
import css from '../kit/ui/card-rows.module.css'
import { Loaded, Skeleton } from '../kit/ui/states.tsx'
import { useWide } from '../kit/ui/use-wide.ts'
import own from './list-card.module.css'
import { useRoom } from './room.ts'

const USUAL = 200
const A_FEW = 6

/** A phone, where nothing is scrolled within a card, shows a few: the list has all of them. */
export const useMostRows = () => (useWide() ? MOST_SHOWN : A_FEW)

interface Props<T> {
  title: string
  query: { data: T | undefined; error: unknown; isPending: boolean; refetch: () => unknown }
  /** Where all of them are. */
  all?: string | null
  /** What is said when there are none. */
  none: string
  count: (data: T) => number
  /** Above the rows. */
  head?: (data: T) => ReactNode
  children: (data: T) => ReactNode
}

/** A widget of rows, each leading to what it is about. */
export function ListCard<T>({ title, query, all, none, count, head, children }: Props<T>) {
  const { t } = useTranslation('dashboard')
  const room = useRoom(USUAL)
  const link = all && (
    <Link className={css.all} to={all}>
      {t('attention.see_all')}
    </Link>
  )
  return (
    <Card title={title} aside={link} className={css.card ?? ''}>
      <Loaded query={query} skeleton={<Skeleton height={room} />}>
        {(data) => (
          <div className={own.body}>
            {head?.(data)}
            <div className={css.list} data-rows>
              {count(data) === 0 ? <p className={own.nothing}>{none}</p> : children(data)}
            </div>
          </div>
        )}
      </Loaded>
    </Card>
  )
}

export function ListRow({ to, children }: { to: string | null; children: ReactNode }) {
  if (!to) return <div className={css.row}>{children}</div>
  return (
    <Link className={css.row} to={to}>
      {children}
    </Link>
  )
}
