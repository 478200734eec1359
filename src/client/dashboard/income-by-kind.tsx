import { useTranslation } from 'react-i18next'
import { DASHES } from '../kit/charts/chart-theme.ts'
import { DayCard } from '../kit/charts/day-card.tsx'
import { LazyDayLines } from '../kit/charts/lazy-day-charts.tsx'
import { useFormat } from '../kit/i18n/use-format.ts'
import { Empty } from '../kit/ui/states.tsx'
import css from './income-by-kind.module.css'
import type { OfDashboardProps } from './of-dashboard.tsx'
import { useRoom } from './room.ts'
import { type Steps, stepsOf } from './steps.ts'
import { incomeOf, moneyOf, overOf, type WithMoney } from './trend.ts'
import { TrendTable } from './trend-table.tsx'
import { useIncomeChart, useIncomeKinds } from './use-income-kinds.ts'

const HEIGHT = 206
/** What the lines' names take below them. */
const KINDS = 118

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

function Lines({ steps, height }: { steps: Steps; height: number }) {
  const { t } = useTranslation('dashboard')
  return <LazyDayLines {...useIncomeChart(steps)} label={t('widgets.income_by_kind')} height={height} steps={3} />
}

/** What the window's income is made of, day by day: a line for each kind, or the table of the same figures. */
export function IncomeByKind({ data: told }: OfDashboardProps) {
  const { t } = useTranslation('dashboard')
  const room = useRoom(HEIGHT + KINDS)
  const data = moneyOf(told)
  if (!data) return null
  const steps = stepsOf(data.trend)
  return (
    <DayCard
      title={t('widgets.income_by_kind')}
      kinds={[]}
      showTable={t('trend.show_table')}
      showChart={t('trend.show_chart')}
    >
      {(table) => {
        if (table) return <TrendTable steps={steps} height={room} />
        if (!data.trend.some((day) => incomeOf(day) > 0)) return <Empty icon="receipt" text={t('trend.empty')} />
        return (
          <>
            <Lines steps={{ ...steps, rows: overOf(steps.rows, data) }} height={room - KINDS} />
            <Kinds data={data} />
          </>
        )
      }}
    </DayCard>
  )
}
