import { type ComponentProps, Suspense } from 'react'
import { lazy } from '../ui/lazy.ts'
import { Skeleton } from '../ui/states.tsx'
import type { PickMap as PickMapType } from './pick-map.tsx'
import type { PointMap as PointMapType } from './point-map.tsx'

const Points = lazy(() => import('./point-map.tsx').then((module) => ({ default: module.PointMap })))
const Pick_ = lazy(() => import('./pick-map.tsx').then((module) => ({ default: module.PickMap })))

const waiting = <Skeleton height={240} />

/** A map's code comes when the first one is shown. */
export const PointMap = (props: ComponentProps<typeof PointMapType>) => (
  <Suspense fallback={waiting}>
    <Points {...props} />
  </Suspense>
)

export const PickMap = (props: ComponentProps<typeof PickMapType>) => (
  <Suspense fallback={waiting}>
    <Pick_ {...props} />
  </Suspense>
)
