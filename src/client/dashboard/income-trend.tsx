import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../kit/ui/button.tsx'
import { Card } from '../kit/ui/card.tsx'
import { MenuButton } from '../kit/ui/menu.tsx'
import { Empty, Skeleton } from '../kit/ui/states.tsx'
import css from './trend.module.css'
import { INCOME_KINDS, incomeOf, type TrendDay, WINDOWS } from './trend.ts'
import { TrendTable } from './trend-table.tsx'

const Chart = lazy(() => import('./trend-chart.tsx').then(({ TrendChart }) => ({ default: TrendChart })))
const HEIGHT = 260

interface Props {
  days: TrendDay[]
  window: number
  onWindow: (days: number) => void
}

function Body({ days, table }: { days: TrendDay[]; table: boolean }) {
  const { t } = useTranslation('dashboard')
  if (table) return <TrendTable days={days} height={HEIGHT} />
  if (!days.some((day) => incomeOf(day) > 0)) return <Empty icon="receipt" text={t('trend.empty')} />
  return (
    <Suspense fallback={<Skeleton height={HEIGHT} />}>
      <Chart days={days} height={HEIGHT} />
    </Suspense>
  )
}

/** Income by day as a chart, or as the table of the same figures. */
export function IncomeTrend({ days, window, onWindow }: Props) {
  const { t } = useTranslation('dashboard')
  const [table, setTable] = useState(false)
  const windows = WINDOWS.map((count) => ({
    key: String(count),
    label: t('trend.days', { count }),
    checked: count === window,
    onPress: () => onWindow(count),
  }))
  const aside = (
    <div className="row">
      <span className={css.legend}>
        {INCOME_KINDS.map(({ word, hue }) => (
          <span key={word}>
            <i style={{ background: `var(--${hue})` }} />
            {t(`trend.${word}`)}
          </span>
        ))}
      </span>
      <Button
        size="small"
        look="quiet"
        icon={table ? 'columns' : 'list'}
        label={t(table ? 'trend.show_chart' : 'trend.show_table')}
        aria-pressed={table}
        onClick={() => setTable(!table)}
      />
      <MenuButton size="small" icon="clock" label={t('trend.window')} items={windows}>
        {t('trend.days', { count: window })}
      </MenuButton>
    </div>
  )
  return (
    <Card title={t('trend.title')} aside={aside}>
      <Body days={days} table={table} />
    </Card>
  )
}
