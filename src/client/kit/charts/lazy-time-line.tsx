import { Suspense } from 'react'
import { lazy } from '../ui/lazy.ts'
import { Skeleton } from '../ui/states.tsx'
import type { TimeLineProps } from './time-line.tsx'

const Chart = lazy(() => import('./time-line.tsx').then(({ TimeLine }) => ({ default: TimeLine })))

/** A `TimeLine` whose library loads when it shows; its place is held meanwhile. */
export function LazyTimeLine(props: TimeLineProps) {
  return (
    <Suspense fallback={<Skeleton height={props.height} />}>
      <Chart {...props} />
    </Suspense>
  )
}
