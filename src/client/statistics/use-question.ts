import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router-dom'
import { COMPARISONS, STATISTIC_KINDS, type StatisticKind } from '../../shared/endpoints/statistics.ts'
import { dayOf } from '../kit/fields/days.ts'
import { monthOf, monthsUpTo, type Period, periodText, readPeriod, writePeriod } from '../kit/fields/period.ts'
import { daysOf } from '../kit/fields/quick-ranges.ts'
import { useMonths } from '../kit/fields/use-months.ts'
import { useFormat } from '../kit/i18n/use-format.ts'
import { MEASURES } from './measures.ts'

const oneOf = <K extends string>(known: readonly K[], asked: string | null, usual: K): K =>
  known.find((each) => each === asked) ?? usual

/** By the hour people ask how many come and how full it is. */
const USUAL: Partial<Record<StatisticKind, string>> = {
  hour: 'sessions',
  weekday: 'sessions',
  weekday_hour: 'utilisation',
  fault: 'faults',
}
const usualMeasure = (by: StatisticKind) => USUAL[by] ?? 'income'

const PRESETS = {
  last_month: { by: 'site', period: 'last_month' },
  worst_pile: { by: 'pile', measure: 'availability', order: 'asc' },
  when_full: { by: 'weekday_hour', measure: 'utilisation' },
  occupation: { by: 'site', measure: 'occupied_hour' },
  who_owes: { by: 'customer', measure: 'owed' },
  why_faults: { by: 'fault', measure: 'faults' },
  how_ended: { by: 'stop_reason', measure: 'sessions' },
} as const
export type Preset = keyof typeof PRESETS

/** What the address asks: by which groups, of which days, beside which, and which figure the chart shows. */
export function useQuestion() {
  const { t } = useTranslation('statistics')
  const format = useFormat()
  const [address, setAddress] = useSearchParams()
  const today = dayOf(new Date().toISOString())
  const by = oneOf(STATISTIC_KINDS, address.get('by'), 'site')
  const named = address.get('period')
  const read = named === 'last_month' ? monthOf(monthsUpTo(today, 2)[1] ?? today) : readPeriod(named)
  const period: Period = read ?? daysOf('days_30')
  const site = Number(address.get('site_id')) || null
  const put = (changed: Record<string, string | null>) => {
    const next = new URLSearchParams(address)
    for (const [key, value] of Object.entries(changed)) value === null ? next.delete(key) : next.set(key, value)
    setAddress(next, { replace: true })
  }
  const months = useMonths(period, (month) => put({ period: writePeriod(month) }))
  const isUsual = read === null
  const usual = { key: 'usual', label: t('recent'), chosen: isUsual, onChoose: () => put({ period: null }) }
  const presets = (Object.keys(PRESETS) as Preset[]).map((key) => {
    const wanted: Record<string, string> = PRESETS[key]
    const isChosen = Object.entries(wanted).every(([name, value]) => address.get(name) === value)
    return { key, isChosen, onChoose: () => setAddress(wanted) }
  })
  return {
    by,
    period,
    compare: oneOf(COMPARISONS, address.get('compare'), 'before'),
    site,
    measure: oneOf(
      MEASURES.map(({ key }) => key),
      address.get('measure'),
      usualMeasure(by),
    ),
    order: oneOf(['desc', 'asc'] as const, address.get('order'), 'desc'),
    put,
    presets,
    button: {
      label: t('period'),
      text: isUsual ? t('recent') : periodText(period, format),
      period: read,
      first: [usual, ...months],
      quick: [],
      onChange: (chosen: Period) => put({ period: writePeriod(chosen) }),
    },
  }
}
export type Question = ReturnType<typeof useQuestion>
