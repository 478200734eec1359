import { useTranslation } from 'react-i18next'
import { WeekHeat } from '../kit/charts/week-heat.tsx'
import { useFormat } from '../kit/i18n/use-format.ts'
import type { ChartProps } from './bars.tsx'
import { textOf } from './measures.ts'

/** All hours of a week as a map of heat. */
export function WeekHours({ label, rows, measure }: ChartProps) {
  const { t } = useTranslation('statistics')
  const format = useFormat()
  const hours = rows.map(({ now }) => {
    const value = measure.of(now)
    return { value, text: textOf(measure, value, format) }
  })
  return <WeekHeat label={label} largest={t('most')} hours={hours} />
}
