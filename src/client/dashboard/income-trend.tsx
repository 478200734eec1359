import { useTranslation } from 'react-i18next'
import { DayCard } from '../kit/charts/day-card.tsx'
import { LazyDayBars } from '../kit/charts/lazy-day-charts.tsx'
import { useFormat } from '../kit/i18n/use-format.ts'
import { Empty } from '../kit/ui/states.tsx'
import { type Steps, stepsOf } from './steps.ts'
import { incomeOf, type TrendDay } from './trend.ts'
import { TrendTable } from './trend-table.tsx'
import { useIncomeKinds } from './use-income-kinds.ts'

const HEIGHT = 260
const CENTS = 100

function TrendChart({ steps: { rows, areMonths } }: { steps: Steps }) {
  const { t } = useTranslation('dashboard')
  const format = useFormat()
  const kinds = useIncomeKinds()
  function linesOf(day: TrendDay) {
    const lines = kinds.map(({ key, label, hue }) => ({ label, value: format.money(day[key]), hue }))
    const total = kinds.reduce((sum, { key }) => sum + day[key], 0)
    return [...lines.reverse(), { label: t('trend.total'), value: format.money(total) }]
  }
  return (
    <LazyDayBars
      days={rows}
      kinds={kinds}
      height={HEIGHT}
      steps={4}
      per={CENTS}
      linesOf={linesOf}
      areMonths={areMonths}
    />
  )
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
