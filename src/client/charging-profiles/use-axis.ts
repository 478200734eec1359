import { useTranslation } from 'react-i18next'
import { DAY_S, type Unit } from '../../shared/domain/charging-profiles/profile.ts'
import { useFormat } from '../kit/i18n/use-format.ts'
import { useWide } from '../kit/ui/use-wide.ts'
import { SCALE, SIGN } from './steps.ts'

const HOUR_S = 3600

interface Axis {
  /** When the schedule begins; null where it counts from a session's start. */
  start: string | null
  /** How far from there the chart begins, and how much it shows. */
  from?: number
  span: number
  unit: Unit
}

/** How limits and moments of a chart are written; moments in seconds from the schedule's start. */
export function useAxis({ start, from = 0, span, unit }: Axis) {
  const { t } = useTranslation('charging_profiles')
  const format = useFormat()
  const wide = useWide()
  const iso = (at: number) => new Date(Date.parse(start ?? '') + at * 1000).toISOString()
  const day = (at: number) => new Date(iso(at)).toLocaleDateString(format.locale, { weekday: 'short' })
  const several = span > DAY_S
  const clock = (at: number) => {
    if (start === null || Number.isNaN(Date.parse(start))) return t('after', { time: format.duration(at) })
    const time =
      at === from + span && span === DAY_S && format.time(iso(at)) === '00:00' ? '24:00' : format.time(iso(at))
    return several ? `${day(at)} ${time}` : time
  }
  const every = several ? DAY_S * Math.ceil(span / DAY_S / 7) : span <= DAY_S / 4 ? HOUR_S : HOUR_S * (wide ? 3 : 6)
  const count = Math.floor(span / every)
  return {
    figure: (limit: number) => format.number(limit / SCALE[unit], limit % SCALE[unit] === 0 ? 0 : 1),
    quantity: (limit: number | null) =>
      limit === null
        ? t('no_limit')
        : format.quantity(limit / SCALE[unit], SIGN[unit], limit % SCALE[unit] === 0 ? 0 : 1),
    clock,
    ticks: Array.from({ length: count + (several ? 0 : 1) }, (_, index) => {
      const at = index * every
      return { at, text: several && start !== null ? day(from + at) : clock(from + at) }
    }),
  }
}
