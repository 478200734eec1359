import { useTranslation } from 'react-i18next'
import { DayCard } from '../kit/charts/day-card.tsx'
import { LazyDayBars } from '../kit/charts/lazy-day-charts.tsx'
import { useFormat } from '../kit/i18n/use-format.ts'
import { Empty } from '../kit/ui/states.tsx'
import type { OfDashboardProps } from './of-dashboard.tsx'
import { useRoom } from './room.ts'
import { type Steps, stepsOf } from './steps.ts'
import { INCOME_KINDS, incomeOf, moneyOf, type TrendDay } from './trend.ts'
import { TrendTable } from './trend-table.tsx'
import { useIncomeChart, useIncomeKinds } from './use-income-kinds.ts'
import { useTrendWords } from './use-period.ts'

const HEIGHT = 260

function TrendChart({ steps, height }: { steps: Steps; height: number }) {
  const { t } = useTranslation('dashboard')
  const format = useFormat()
  const chart = useIncomeChart(steps)
  const total = (day: TrendDay) => INCOME_KINDS.reduce((sum, { key }) => sum + day[key], 0)
  const linesOf = (day: TrendDay) => [
    ...chart.linesOf(day).reverse(),
    { label: t('trend.total'), value: format.money(total(day)) },
  ]
  return <LazyDayBars {...chart} label={t('widgets.income_trend')} height={height} steps={4} linesOf={linesOf} />
}

/** Income by day, over a year by month, as a chart, or as the table of the same figures. */
export function IncomeTrend({ data }: OfDashboardProps) {
  const { t } = useTranslation('dashboard')
  const height = useRoom(HEIGHT)
  const days = moneyOf(data)?.trend ?? []
  const steps = stepsOf(days)
  return (
    <DayCard
      title={t('widgets.income_trend')}
      kinds={useIncomeKinds()}
      showTable={t('trend.show_table')}
      showChart={t('trend.show_chart')}
      aside={<small>{useTrendWords()}</small>}
    >
      {(table) => {
        if (table) return <TrendTable steps={steps} height={height} />
        if (!days.some((day) => incomeOf(day) > 0)) return <Empty icon="receipt" text={t('trend.empty')} />
        return <TrendChart steps={steps} height={height} />
      }}
    </DayCard>
  )
}
