import type { ReactNode } from 'react'
import { useLocation } from 'react-router-dom'
import { Skeleton } from '../../kit/ui/states.tsx'
import { useWide } from '../../kit/ui/use-wide.ts'
import css from './page-skeleton.module.css'

const times = (count: number, one: (at: number) => ReactNode) => Array.from({ length: count }, (_, at) => one(at))

/** Figures, a chart beside a card: the dashboard. */
function Dashboard({ wide }: { wide: boolean }) {
  return (
    <>
      <div className={css.figures}>
        {times(wide ? 5 : 4, (at) => (
          <div key={at} className={css.card}>
            <Skeleton width="60%" height={13} />
            <Skeleton width="45%" height={28} />
            <Skeleton width="80%" height={13} />
          </div>
        ))}
      </div>
      <div className={css.columns}>
        <div className={css.card}>
          <Skeleton height={240} />
        </div>
        <div className={css.card}>
          <Skeleton height={240} />
        </div>
      </div>
    </>
  )
}

const Heading = () => <Skeleton width={180} height={26} />

/** A record's own page: its name, then cards. */
const Record = () => (
  <>
    <Heading />
    <div className={css.card}>
      {times(6, (at) => (
        <Skeleton key={at} width={at % 2 ? '70%' : '90%'} />
      ))}
    </div>
    <div className={css.card}>
      <Skeleton height={120} />
    </div>
  </>
)

/** A list: its name, what narrows it, and its rows, or cards on a phone. */
function List({ wide }: { wide: boolean }) {
  return (
    <>
      {wide && <Heading />}
      <div className={css.chips}>
        {times(3, (at) => (
          <Skeleton key={at} width={92} height={34} />
        ))}
      </div>
      {wide ? (
        <div className={css.card}>
          {times(8, (at) => (
            <Skeleton key={at} height={24} />
          ))}
        </div>
      ) : (
        times(4, (at) => (
          <div key={at} className={css.card}>
            <Skeleton width="55%" />
            <Skeleton width="70%" height={13} />
            <Skeleton width="40%" height={13} />
          </div>
        ))
      )}
    </>
  )
}

/** While a screen's code is on its way: what it will look like, told by its address. */
export function PageSkeleton() {
  const { pathname } = useLocation()
  const wide = useWide()
  const isDashboard = pathname === '/' || pathname === '/dashboard'
  return (
    <div className={css.page} aria-busy="true">
      {isDashboard ? <Dashboard wide={wide} /> : /\/\d+$/.test(pathname) ? <Record /> : <List wide={wide} />}
    </div>
  )
}

/** While the console itself is on its way: the menu and the bars around the page, empty. */
export function ShellSkeleton() {
  const wide = useWide()
  if (!wide) {
    return (
      <div className={css.phone}>
        <PageSkeleton />
        <div className={css.bottom} />
      </div>
    )
  }
  return (
    <div className={css.shell}>
      <div className={css.side}>
        {times(9, (at) => (
          <Skeleton key={at} width={at % 3 === 0 ? '50%' : '75%'} height={14} />
        ))}
      </div>
      <div className={css.top} />
      <PageSkeleton />
    </div>
  )
}
