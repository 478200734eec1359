import { type ComponentType, Suspense } from 'react'
import { lazy } from '../ui/lazy.ts'
import { Skeleton } from '../ui/states.tsx'
import type { DayBarsProps } from './day-bars.tsx'

const Chart = lazy(() => import('./day-bars.tsx').then(({ DayBars }) => ({ default: DayBars })))

/** `DayBars` whose library loads when it shows; its place is held meanwhile. */
export function LazyDayBars<D extends { day: string }>(props: DayBarsProps<D>) {
  const Bars = Chart as unknown as ComponentType<DayBarsProps<D>>
  return (
    <Suspense fallback={<Skeleton height={props.height} />}>
      <Bars {...props} />
    </Suspense>
  )
}
