import { useTranslation } from 'react-i18next'
import { DayCard } from '../kit/charts/day-card.tsx'
import { LazyDayBars } from '../kit/charts/lazy-day-charts.tsx'
import { useFormat } from '../kit/i18n/use-format.ts'
import { Empty } from '../kit/ui/states.tsx'
import { type Steps, stepsOf } from './steps.ts'
import { INCOME_KINDS, incomeOf, type TrendDay } from './trend.ts'
import { TrendTable } from './trend-table.tsx'
import { useIncomeChart, useIncomeKinds } from './use-income-kinds.ts'

const HEIGHT = 260

function TrendChart({ steps }: { steps: Steps }) {
  const { t } = useTranslation('dashboard')
  const format = useFormat()
  const chart = useIncomeChart(steps)
  const total = (day: TrendDay) => INCOME_KINDS.reduce((sum, { key }) => sum + day[key], 0)
  const linesOf = (day: TrendDay) => [
    ...chart.linesOf(day).reverse(),
    { label: t('trend.total'), value: format.money(total(day)) },
  ]
  return <LazyDayBars {...chart} height={HEIGHT} steps={4} linesOf={linesOf} />
}

interface Props {
  days: TrendDay[]
  /** Which days they are, in words. */
  period: string
}

/** Income by day, over a year by month, as a chart, or as the table of the same figures. */
export function IncomeTrend({ days, period }: Props) {
  const { t } = useTranslation('dashboard')
  const steps = stepsOf(days)
  return (
    <DayCard
      title={t('trend.title')}
      kinds={useIncomeKinds()}
      showTable={t('trend.show_table')}
      showChart={t('trend.show_chart')}
      aside={<small>{period}</small>}
    >
      {(table) => {
        if (table) return <TrendTable steps={steps} height={HEIGHT} />
        if (!days.some((day) => incomeOf(day) > 0)) return <Empty icon="receipt" text={t('trend.empty')} />
        return <TrendChart steps={steps} />
      }}
    </DayCard>
  )
}
