import { useTranslation } from 'react-i18next'
import { areNow, minuteOf } from '../../shared/domain/daily-hours.ts'
import { instantFrom, siteClock } from '../../shared/domain/time-zone.ts'
import type { CampaignRow } from '../../shared/endpoints/campaigns.ts'
import { DayRibbon, type RibbonStretch } from '../kit/charts/day-ribbon.tsx'
import { useFormat } from '../kit/i18n/use-format.ts'
import { useNow } from '../kit/i18n/use-now.ts'
import { isOwnClock, zoneName } from '../kit/moments/zones.ts'
import css from './campaigns.module.css'

const DAY_MIN = 1440
const MINUTE_MS = 60_000
/** A line each; of more zones than that nobody reads each. */
const MOST_CLOCKS = 4

const clock = (minutes: number) =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`

/** The hours in which piles are asked, on a day of the sites' clocks, and where those stand now. */
export function CampaignHours({ row }: { row: CampaignRow }) {
  const { t } = useTranslation('campaigns')
  const format = useFormat()
  const now = useNow()
  const { window_from: from, window_to: to, clocks } = row
  if (from === null || to === null) return null
  const isOver = row.state === 'done' || row.state === 'cancelled'
  const there = isOver
    ? []
    : clocks.map((each) => ({ ...each, minute: minuteOf(siteClock(each.time_zone).wallAt(now)) }))
  const marks = [...new Set(there.map(({ minute }) => minute))]
  const said = ({ time_zone, targets, minute }: (typeof there)[number]) => {
    const time = clock(minute)
    const open = areNow({ from, to }, siteClock(time_zone), now)
    const left = format.duration(secondsTo(open ? to : from, time_zone, now))
    const words = t(open ? 'hours.open' : 'hours.closed', { time, left })
    if (clocks.length === 1 && isOwnClock(time_zone)) return words
    return t('hours.there', { count: targets, zone: zoneName(time_zone, now), said: words })
  }
  return (
    <div className={css.hours}>
      <p className={css.others}>{t('only_hours', { from: clock(from), to: clock(to) })}</p>
      <DayRibbon
        label={t('hours.title')}
        stretches={stretchesOf(from, to, { open: t('hours.asked'), rest: t('hours.rest'), short: t('hours.short') })}
        frames={marks.map((minute) => ({ from: minute / 60, to: minute / 60 }))}
      />
      {there.slice(0, MOST_CLOCKS).map((each) => (
        <small key={each.time_zone}>{said(each)}</small>
      ))}
      {there.length > MOST_CLOCKS && <small>{t('hours.more', { count: there.length - MOST_CLOCKS })}</small>}
    </div>
  )
}

/** Seconds until a clock shows that minute of the day: an hour more in the night in which it is put back. */
function secondsTo(minute: number, zone: string, now: number): number {
  const clock = siteClock(zone)
  const wall = Math.floor(clock.wallAt(now) / MINUTE_MS)
  const ahead = (minute - (wall % DAY_MIN) + DAY_MIN) % DAY_MIN
  return (instantFrom(clock, (wall + ahead) * MINUTE_MS) - now) / 1000
}

/** The day from midnight in what is asked and what rests; a window over midnight is at both its ends. */
function stretchesOf(from: number, to: number, words: { open: string; rest: string; short: string }): RibbonStretch[] {
  const stretch = (begin: number, end: number, open: boolean): RibbonStretch => ({
    from: begin / 60,
    to: end / 60,
    band: open ? 'valley' : 'rest',
    // One word: a window of an hour or two has no room for more.
    shown: open ? words.short : '',
    whole: `${clock(begin)}–${clock(end)}: ${open ? words.open : words.rest}`,
  })
  const inside = from < to
  const [first, last] = inside ? [from, to] : [to, from]
  return [stretch(0, first, !inside), stretch(first, last, inside), stretch(last, DAY_MIN, !inside)].filter(
    (one) => one.to > one.from,
  )
}
