import { useTranslation } from 'react-i18next'
import { useFormat } from '../kit/i18n/use-format.ts'
import type { Steps } from './steps.ts'
import { INCOME_KINDS, type TrendDay } from './trend.ts'

const CENTS = 100

/** The kinds of income in the words of the language that shows. */
export function useIncomeKinds() {
  const { t } = useTranslation('dashboard')
  return INCOME_KINDS.map(({ key, word, hue }) => ({ key, hue, label: t(`trend.${word}`) }))
}

/** What every chart of income by day, or month, is drawn from. */
export function useIncomeChart({ rows, areMonths }: Steps) {
  const format = useFormat()
  const kinds = useIncomeKinds()
  const linesOf = (day: TrendDay) => kinds.map(({ key, label, hue }) => ({ label, value: format.money(day[key]), hue }))
  const sumOf = (key: (typeof kinds)[number]['key']) => rows.reduce((sum, day) => sum + day[key], 0)
  const summary = kinds.map(({ key, label }) => `${label} ${format.money(sumOf(key))}`).join(', ')
  return { days: rows, kinds, per: CENTS, linesOf, areMonths, summary }
}
