import { useTranslation } from 'react-i18next'
import { DayTable } from '../kit/charts/day-table.tsx'
import { useFormat } from '../kit/i18n/use-format.ts'
import type { Steps } from './steps.ts'
import { incomeOf, type TrendDay } from './trend.ts'
import { useIncomeKinds } from './use-income-kinds.ts'

/** Income by kind, what was paid back, and what is left of it. */
export function TrendTable({ steps: { rows, areMonths }, height }: { steps: Steps; height: number }) {
  const { t } = useTranslation('dashboard')
  const format = useFormat()
  const columns = [
    ...useIncomeKinds().map(({ key, label }) => ({
      key,
      label,
      figure: (day: TrendDay) => format.money(day[key]),
    })),
    {
      key: 'refunds',
      label: t('trend.refunds'),
      figure: (day: TrendDay) => format.money(-day.refunded_cents, { signed: true }),
    },
    {
      key: 'total',
      label: t('trend.total'),
      figure: (day: TrendDay) => <b>{format.money(incomeOf(day), { signed: true })}</b>,
    },
  ]
  return (
    <DayTable
      label={t('trend.as_table')}
      head={t(areMonths ? 'trend.month' : 'trend.day')}
      days={rows}
      columns={columns}
      height={height}
      areMonths={areMonths}
    />
  )
}
