import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router-dom'
import { dayOf } from '../kit/fields/days.ts'
import { monthOf, monthsUpTo, type Period, periodText, readPeriod, writePeriod } from '../kit/fields/period.ts'
import { useMonths } from '../kit/fields/use-months.ts'
import { useFormat } from '../kit/i18n/use-format.ts'

/** Up to today; they move with it, where days that are named stay. */
const WINDOWS = [7, 30, 90] as const
const USUAL = 30
const YEAR_MONTHS = 12

/** From the first day of a month so many back to today's last. */
function yearUpTo(today: string): Period {
  const first = monthsUpTo(today, YEAR_MONTHS).at(-1) ?? today
  return { from: first, to: monthOf(today).to }
}

function useChosen() {
  const [address, setAddress] = useSearchParams()
  const period = readPeriod(address.get('period'))
  const asked = Number(address.get('days'))
  const isYear = !period && address.get('months') === String(YEAR_MONTHS)
  const days = period || isYear ? undefined : WINDOWS.find((window) => window === asked)
  return { period, isYear, days, setAddress }
}

/**
 * What the figures are of, as the address says: nothing is today, above the trend of the last thirty days; else `days=90`,
 * `months=12` or `period=2026-10-01..2026-10-31`.
 */
export function usePeriod() {
  const { period, isYear, days } = useChosen()
  const today = dayOf(new Date().toISOString())
  return {
    days: days ?? USUAL,
    ...(isYear ? yearUpTo(today) : period),
    compare: period !== null || days !== undefined || isYear,
  }
}

/** The days of the trend in words: it has some even where the figures are today's. */
export function useTrendWords(): string {
  const { t } = useTranslation('dashboard')
  const format = useFormat()
  const { period, isYear, days } = useChosen()
  if (period) return periodText(period, format)
  return isYear ? t('period.months', { count: YEAR_MONTHS }) : t('period.days', { count: days ?? USUAL })
}

/** What chooses it. */
export function usePeriodButton() {
  const { t } = useTranslation('dashboard')
  const format = useFormat()
  const { period, isYear, days, setAddress } = useChosen()
  const put = (written: Record<string, string>) => setAddress(written, { replace: true })
  const windows = WINDOWS.map((count) => ({
    key: String(count),
    label: t('period.days', { count }),
    chosen: days === count,
    onChoose: () => put({ days: String(count) }),
  }))
  const now = { key: 'now', label: t('period.now'), chosen: !period && !days && !isYear, onChoose: () => put({}) }
  const year = {
    key: 'year',
    label: t('period.months', { count: YEAR_MONTHS }),
    chosen: isYear,
    onChoose: () => put({ months: String(YEAR_MONTHS) }),
  }
  const first = [now, ...windows, year]
  const months = useMonths(period, (month) => put({ period: writePeriod(month) }))
  return {
    label: t('period.label'),
    text: period ? periodText(period, format) : (first.find(({ chosen }) => chosen)?.label ?? ''),
    period,
    first: [...first, ...months],
    quick: [],
    onChange: (chosen: Period) => put({ period: writePeriod(chosen) }),
  }
}
