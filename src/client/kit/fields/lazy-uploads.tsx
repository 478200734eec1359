import { Suspense } from 'react'
import { lazy } from '../ui/lazy.ts'
import { Skeleton } from '../ui/states.tsx'
import type { KindInputProps } from './field-input-props.ts'

const Images = lazy(() => import('./image-input.tsx').then((module) => ({ default: module.ImageInput })))
const AnyFile = lazy(() => import('./file-input.tsx').then((module) => ({ default: module.FileInput })))

/** Comes with the first form that has pictures. */
export function ImageInput(props: KindInputProps) {
  return (
    <Suspense fallback={<Skeleton height={170} />}>
      <Images {...props} />
    </Suspense>
  )
}

/** Comes with the first form that has a file. */
export function FileInput(props: KindInputProps) {
  return (
    <Suspense fallback={<Skeleton height={170} />}>
      <AnyFile {...props} />
    </Suspense>
  )
}
