import { useTranslation } from 'react-i18next'
import { WeekHeat } from '../kit/charts/week-heat.tsx'
import { useFormat } from '../kit/i18n/use-format.ts'
import type { ChartProps } from './bars.tsx'
import { textOf } from './measures.ts'

/** All hours of a week as a map of heat. */
export function WeekHours({ label, rows, measure, leadOf }: ChartProps) {
  const { t } = useTranslation('statistics')
  const format = useFormat()
  const hours = rows.map((row) => {
    const value = measure.of(row.now)
    return { value, text: textOf(measure, value, format), to: leadOf(row) }
  })
  return <WeekHeat label={label} largest={t('most')} lead={t('its_orders')} hours={hours} />
}
