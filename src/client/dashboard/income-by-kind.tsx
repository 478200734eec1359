import { useTranslation } from 'react-i18next'
import { DASHES } from '../kit/charts/chart-theme.ts'
import { DayCard } from '../kit/charts/day-card.tsx'
import { LazyDayLines } from '../kit/charts/lazy-day-charts.tsx'
import { useFormat } from '../kit/i18n/use-format.ts'
import { Empty } from '../kit/ui/states.tsx'
import css from './income-by-kind.module.css'
import { type Steps, stepsOf } from './steps.ts'
import { incomeOf, overOf, type WithMoney } from './trend.ts'
import { TrendTable } from './trend-table.tsx'
import { useIncomeChart, useIncomeKinds } from './use-income-kinds.ts'

const HEIGHT = 206

/** Each line with its name and what it comes to: words beside colours and dashes. */
function Kinds({ data }: { data: WithMoney }) {
  const { t } = useTranslation('dashboard')
  const format = useFormat()
  return (
    <ul className={css.kinds}>
      {useIncomeKinds().map(({ key, label, hue }, at) => (
        <li key={key} className="row">
          <svg width="22" height="8" aria-hidden="true">
            <path d="M0 4H22" stroke={`var(--${hue})`} strokeWidth="2" strokeDasharray={DASHES[at] || undefined} />
          </svg>
          <span className="grow">{label}</span>
          <b>{format.money(data[key])}</b>
        </li>
      ))}
      {data.refunded_cents > 0 && (
        <li className="row">
          <svg width="22" height="8" aria-hidden="true" />
          <span className="grow">{t('trend.refunds')}</span>
          <b>{format.money(-data.refunded_cents, { signed: true })}</b>
        </li>
      )}
    </ul>
  )
}

const Lines = ({ steps }: { steps: Steps }) => <LazyDayLines {...useIncomeChart(steps)} height={HEIGHT} steps={3} />

/** What the window's income is made of, day by day: a line for each kind, or the table of the same figures. */
export function IncomeByKind({ data }: { data: WithMoney }) {
  const { t } = useTranslation('dashboard')
  const steps = stepsOf(data.trend)
  return (
    <DayCard title={t('by_kind.title')} kinds={[]} showTable={t('trend.show_table')} showChart={t('trend.show_chart')}>
      {(table) => {
        if (table) return <TrendTable steps={steps} height={HEIGHT + 100} />
        if (!data.trend.some((day) => incomeOf(day) > 0)) return <Empty icon="receipt" text={t('trend.empty')} />
        return (
          <>
            <Lines steps={{ ...steps, rows: overOf(steps.rows, data) }} />
            <Kinds data={data} />
          </>
        )
      }}
    </DayCard>
  )
}
