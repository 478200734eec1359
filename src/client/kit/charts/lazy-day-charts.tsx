import type { ComponentType } from 'react'
import { lazy } from '../ui/lazy.ts'
import type { DayChartProps } from './day-chart.ts'
import { OnceSeen } from './once-seen.tsx'

const Bars = lazy(() => import('./day-bars.tsx').then(({ DayBars }) => ({ default: DayBars })))
const Lines = lazy(() => import('./day-lines.tsx').then(({ DayLines }) => ({ default: DayLines })))

/** A chart of days whose library loads when it shows; its place is held meanwhile. */
const onceSeen = (chart: unknown) =>
  function DayChart<D extends { day: string }>(props: DayChartProps<D>) {
    const Chart = chart as ComponentType<DayChartProps<D>>
    return (
      <OnceSeen height={props.height}>
        <Chart {...props} />
      </OnceSeen>
    )
  }

export const LazyDayBars = onceSeen(Bars)
export const LazyDayLines = onceSeen(Lines)
