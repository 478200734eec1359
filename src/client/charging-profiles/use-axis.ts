import { useTranslation } from 'react-i18next'
import { DAY_S, type Unit } from '../../shared/domain/charging-profiles/profile.ts'
import { useFormat } from '../kit/i18n/use-format.ts'
import { useWide } from '../kit/ui/use-wide.ts'
import { type ScheduleClock, secondsAt, wallAt } from './schedule-clock.ts'
import { digitsOf, limitText, SCALE, SIGN } from './steps.ts'

const HOUR_S = 3600
/** The longest day: its clocks are put back. */
const LONGEST_DAY_S = DAY_S + HOUR_S

interface Axis {
  /** By which clock; null where the schedule counts from a session's start. */
  clock: ScheduleClock | null
  /** How far from zero the chart begins, and how much it shows; seconds. */
  from?: number
  span: number
  unit: Unit
}

/** How limits and moments of a chart are written; moments in seconds from the schedule's start. */
export function useAxis({ clock: by, from = 0, span, unit }: Axis) {
  const { t } = useTranslation('charging_profiles')
  const format = useFormat()
  const wide = useWide()
  const several = span > LONGEST_DAY_S
  const weekday = (wall: number) =>
    new Date(wall).toLocaleDateString(format.locale, { weekday: 'short', timeZone: 'UTC' })
  const timeOf = (wall: number) => format.time(new Date(wall).toISOString(), 'UTC')
  const clock = (at: number) => {
    if (!by) return t('after', { time: format.duration(at) })
    const wall = wallAt(by, at)
    const time = timeOf(wall)
    if (several) return `${weekday(wall)} ${time}`
    return at === from + span && time === '00:00' ? '24:00' : time
  }
  const every = several ? DAY_S * Math.ceil(span / DAY_S / 7) : span <= DAY_S / 4 ? HOUR_S : HOUR_S * (wide ? 3 : 6)
  const count = Math.floor(span / every)
  /** Full hours of the clock, whatever it does meanwhile: so many seconds of the chart. */
  const markAt = (index: number) => (by ? secondsAt(by, wallAt(by, from) + index * every * 1000) - from : index * every)
  return {
    unit: SIGN[unit],
    figure: (limit: number) => format.number(limit / SCALE[unit], digitsOf(limit, unit)),
    quantity: (limit: number | null) => (limit === null ? t('no_limit') : limitText(limit, unit, format)),
    clock,
    weekday,
    ticks: Array.from({ length: count + (several ? 0 : 1) }, (_, index) => markAt(index))
      .filter((at) => at <= span)
      .map((at) => ({ at, text: several && by ? weekday(wallAt(by, from + at)) : clock(from + at) })),
  }
}
