import { lazy, Suspense } from 'react'
import type { Option, Options } from './use-options.ts'
import { useWide } from './use-wide.ts'
import { WideSelect } from './wide-select.tsx'

export type SelectProps<K extends string | number> = Options<K> & {
  id?: string
  /** Its name for those who do not see the label beside it. */
  label: string
  /** The option that is chosen, whether it is among those that match or not. */
  value: Option<K> | null
  onChange: (option: Option<K> | null) => void
  placeholder?: string
  clearable?: boolean
  invalid?: boolean
  disabled?: boolean
  describedBy?: string
}

const PhoneSelect = lazy(() => import('./phone-select.tsx').then((module) => ({ default: module.PhoneSelect })))

/** Chooses one of many: a list under the input with a mouse and a keyboard, a sheet on a phone. */
export function Select<K extends string | number>(props: SelectProps<K>) {
  const wide = useWide()
  if (wide) return <WideSelect {...props} />
  return (
    <Suspense fallback={null}>
      <PhoneSelect {...(props as unknown as SelectProps<string | number>)} />
    </Suspense>
  )
}
