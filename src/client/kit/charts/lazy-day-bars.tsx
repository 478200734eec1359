import type { ComponentType } from 'react'
import { lazy } from '../ui/lazy.ts'
import type { DayBarsProps } from './day-bars.tsx'
import { OnceSeen } from './once-seen.tsx'

const Chart = lazy(() => import('./day-bars.tsx').then(({ DayBars }) => ({ default: DayBars })))

/** `DayBars` whose library loads when it shows; its place is held meanwhile. */
export function LazyDayBars<D extends { day: string }>(props: DayBarsProps<D>) {
  const Bars = Chart as unknown as ComponentType<DayBarsProps<D>>
  return (
    <OnceSeen height={props.height}>
      <Bars {...props} />
    </OnceSeen>
  )
}
