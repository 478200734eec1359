import { type ReactNode, Suspense, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { WallPage } from '../../../shared/endpoints/wall.ts'
import { queryClient } from '../../kit/api/queries.ts'
import { useFormat } from '../../kit/i18n/use-format.ts'
import { Icon } from '../../kit/ui/icon.tsx'
import { Empty } from '../../kit/ui/states.tsx'
import { useNotLive } from '../../live/use-not-live.ts'
import { AlarmNotice } from './alarm-notice.tsx'
import { BAR, fitPages, scaleOf } from './fit-pages.ts'
import { toggleFullScreen, useKeys, useLit, useScreen, useStillPointer } from './use-screen.ts'
import { useTurning } from './use-turning.ts'
import css from './wall.module.css'
import { Pages, usePageTitle } from './wall-pages.tsx'

interface Props {
  name: string
  pages: readonly WallPage[]
  seconds: number
  onTurn?: () => void
  /** What Esc does, beyond leaving full screen. */
  onLeave?: () => void
  children?: ReactNode
}

/** Since when what shows is not live; null while it is. */
function useStaleSince(): number | null {
  const stale = useNotLive()
  const [since, setSince] = useState<number | null>(null)
  useEffect(() => setSince(stale ? Date.now() : null), [stale])
  return since
}

/** The minute by the clock of this machine, as soon as it is another. */
function useMinute(): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setTimeout(() => setNow(Date.now()), 60_000 - (now % 60_000))
    return () => clearTimeout(timer)
  }, [now])
  return now
}

function Clock() {
  const format = useFormat()
  const now = useMinute()
  const day = new Intl.DateTimeFormat(format.locale, { weekday: 'short', day: 'numeric', month: 'short' }).format(now)
  return (
    <time className={css.clock}>
      <small>{day}</small> {format.time(new Date(now).toISOString())}
    </time>
  )
}

/** What could not be asked when its page turned up is asked with the next one. */
const askAgain = () => void queryClient.refetchQueries({ predicate: ({ state }) => state.status === 'error' })

/** The dashboard full screen and large: it turns its pages, and nobody presses anything. */
export function WallShow({ name, pages, seconds, onTurn, onLeave, children }: Props) {
  const { t } = useTranslation('wall')
  const format = useFormat()
  const screen = useScreen()
  const still = useStillPointer()
  const since = useStaleSince()
  const { width, height } = screen
  const fitted = useMemo(() => fitPages(pages, { width, height }), [pages, width, height])
  const turned = useRef(onTurn)
  turned.current = onTurn
  const turning = useTurning({
    count: fitted.length,
    seconds,
    onTurn: () => {
      askAgain()
      turned.current?.()
    },
  })
  const { at, held, turn, hold } = turning
  useLit()
  useKeys({
    ' ': hold,
    ArrowRight: () => turn(1),
    ArrowLeft: () => turn(-1),
    f: () => void toggleFullScreen(),
    ...(onLeave && { Escape: onLeave }),
  })
  const page = fitted[at]
  const titleOf = usePageTitle()
  const bar = { width: width / scaleOf(screen), height: BAR, transform: `scale(${scaleOf(screen)})` }
  return (
    <main className={css.wall} data-still={still || undefined}>
      <div className={css.room} style={{ height: BAR * scaleOf(screen) }}>
        <header className={css.bar} style={bar}>
          <b>{name}</b>
          {page && <span className={css.title}>{titleOf(page)}</span>}
          {since !== null && (
            <span className={css.lost} role="status">
              <Icon name="offline" size={16} /> {t('lost', { time: format.time(new Date(since).toISOString()) })}
            </span>
          )}
          {held && (
            <span className={css.held} role="status">
              <Icon name="pause" size={14} /> {t('held')}
            </span>
          )}
          {fitted.length > 1 && (
            <ol className={css.dots} aria-label={t('page_of', { at: at + 1, count: fitted.length })}>
              {fitted.map(({ id }, dot) => (
                <li key={id} aria-current={dot === at || undefined} />
              ))}
            </ol>
          )}
          <Clock />
          {!still && children}
        </header>
      </div>
      {page ? <Pages page={page} stale={since !== null} /> : <Empty icon="gauge" text={t('nothing')} />}
      <Suspense fallback={null}>
        <AlarmNotice />
      </Suspense>
    </main>
  )
}
