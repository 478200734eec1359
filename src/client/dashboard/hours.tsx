import { useTranslation } from 'react-i18next'
import { statistics, type TimeKind } from '../../shared/endpoints/statistics.ts'
import { useCall } from '../kit/api/queries.ts'
import { WeekHeat } from '../kit/charts/week-heat.tsx'
import { useFormat } from '../kit/i18n/use-format.ts'
import { Card } from '../kit/ui/card.tsx'
import { Empty, Loaded, Skeleton } from '../kit/ui/states.tsx'
import css from './hours.module.css'
import { useRoom } from './room.ts'
import { useDashboard } from './use-dashboard.ts'
import type { WidgetProps } from './widget-props.ts'

const USUAL = 220
const HOURS = 24
const WEEK = 7 * HOURS
/** Sums of days: an hour changes little in a minute. */
const EVERY_MS = 60_000

/** The dashboard's days by the clock, of everything or of one site. */
function useByClock(by: TimeKind, settings: WidgetProps['settings']) {
  const query = useDashboard()
  const { from = '', to = '' } = query.data ?? {}
  const site_id = typeof settings.site_id === 'number' ? settings.site_id : null
  const body = { by, from, to, compare: 'none' as const, site_id }
  return useCall(statistics, body, { entities: ['order'], everyMs: EVERY_MS, enabled: from !== '', keepLast: true })
}

const two = (hour: number) => String(hour).padStart(2, '0')

/** In which hours of the day people begin to charge. */
export function HoursWidget({ settings }: WidgetProps) {
  const { t } = useTranslation('dashboard')
  const room = useRoom(USUAL)
  const query = useByClock('hour', settings)
  return (
    <Card title={t('widgets.hours')}>
      <Loaded query={query} skeleton={<Skeleton height={room} />}>
        {({ rows, total }) => {
          if (total.now.sessions === 0) return <Empty icon="chart" text={t('hours.none')} />
          const sessions = new Map(rows.map(({ key, now }) => [Number(key), now.sessions]))
          return <Bars hours={Array.from({ length: HOURS }, (_, hour) => sessions.get(hour) ?? 0)} height={room} />
        }}
      </Loaded>
    </Card>
  )
}

function Bars({ hours, height }: { hours: readonly number[]; height: number }) {
  const { t } = useTranslation('dashboard')
  const format = useFormat()
  const most = Math.max(...hours)
  const spanOf = (hour: number) => `${two(hour)}:00–${two(hour + 1)}:00`
  const say = (count: number) => t('best_worst.sessions', { count })
  const busiest = hours.indexOf(most)
  return (
    <figure className={css.hours} style={{ height }}>
      <ol className={css.bars} aria-label={t('hours.chart')}>
        {hours.map((count, hour) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: an hour is its place in the day
          <li key={hour} title={t('hours.bar', { hour: spanOf(hour), sessions: format.number(count) })}>
            <i
              style={{ height: `${most > 0 ? (count / most) * 100 : 0}%` }}
              data-most={hour === busiest || undefined}
            />
            <span className="hidden-text">{t('hours.bar', { hour: spanOf(hour), sessions: say(count) })}</span>
          </li>
        ))}
      </ol>
      <div className={css.marks} aria-hidden="true">
        {[0, 6, 12, 18].map((mark) => (
          <span key={mark}>{two(mark)}:00</span>
        ))}
      </div>
      <figcaption>{t('hours.busiest', { hour: spanOf(busiest), sessions: say(most) })}</figcaption>
    </figure>
  )
}

/** When guns are busy in a week; the fullest hour is named. */
export function HeatWidget({ settings }: WidgetProps) {
  const { t } = useTranslation('dashboard')
  const format = useFormat()
  const room = useRoom(USUAL)
  const query = useByClock('weekday_hour', settings)
  return (
    <Card title={t('widgets.heat')}>
      <Loaded query={query} skeleton={<Skeleton height={room} />}>
        {({ rows, total }) => {
          if (total.now.sessions === 0) return <Empty icon="calendar" text={t('heat.none')} />
          const shares = new Map(rows.map(({ key, now }) => [key, now.utilisation]))
          const hours = Array.from({ length: WEEK }, (_, at) => {
            const value = shares.get(`${Math.floor(at / HOURS) + 1}-${at % HOURS}`) ?? null
            return { value, text: value === null ? '—' : `${format.number(value / 100, 1)}\u00a0%` }
          })
          return (
            <div className={css.heat}>
              <WeekHeat label={t('widgets.heat')} largest={t('fullest')} hours={hours} />
            </div>
          )
        }}
      </Loaded>
    </Card>
  )
}
