import { Suspense } from 'react'
import { lazy } from './lazy.ts'
import type { SelectProps } from './select-props.ts'
import { Skeleton } from './states.tsx'
import { useWide } from './use-wide.ts'
import { WideSelect } from './wide-select.tsx'

const PhoneSelect = lazy(() => import('./phone-select.tsx').then((module) => ({ default: module.PhoneSelect })))

/** Chooses one of many: a list under the input with a mouse and a keyboard, a sheet on a phone. */
export function Select<K extends string | number>(props: SelectProps<K>) {
  const wide = useWide()
  if (wide) return <WideSelect {...props} />
  return (
    <Suspense fallback={<Skeleton height={44} />}>
      <PhoneSelect {...(props as unknown as SelectProps<string | number>)} />
    </Suspense>
  )
}
