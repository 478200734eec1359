import type { ReactNode } from 'react'
import { ChartSlider } from './chart-slider.tsx'
import type { DayChartProps } from './day-chart.ts'
import { useDayTexts } from './use-day-texts.ts'

interface Props<D extends { day: string }>
  extends Pick<DayChartProps<D>, 'days' | 'linesOf' | 'areMonths' | 'label' | 'summary'> {
  leftOf: (at: number) => string
  children: ReactNode
}

/** A chart of days that keys go through, and what it says of all of them together. */
export function KeyedDays<D extends { day: string }>({
  days,
  linesOf,
  areMonths,
  label,
  summary,
  leftOf,
  children,
}: Props<D>) {
  const { full } = useDayTexts(areMonths)
  const [first, last] = [days[0], days.at(-1)]
  if (!first || !last) return children
  const span = `${full(first.day)} – ${full(last.day)}`
  return (
    <ChartSlider
      label={label}
      summary={summary ? `${span}: ${summary}` : span}
      count={days.length}
      tipOf={(at) => {
        const day = days[at] ?? last
        return { title: full(day.day), lines: linesOf(day) }
      }}
      leftOf={leftOf}
    >
      {children}
    </ChartSlider>
  )
}
