import { lazy } from '../ui/lazy.ts'
import { OnceSeen } from './once-seen.tsx'
import type { TimeLineProps } from './time-line.tsx'

const Chart = lazy(() => import('./time-line.tsx').then(({ TimeLine }) => ({ default: TimeLine })))

/** A `TimeLine` whose library loads when it shows; its place is held meanwhile. */
export function LazyTimeLine(props: TimeLineProps) {
  return (
    <OnceSeen height={props.height}>
      <Chart {...props} />
    </OnceSeen>
  )
}
