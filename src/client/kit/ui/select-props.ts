import type { Option, Options } from './use-options.ts'

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
  /** On a phone its options are there as it appears: where there is nothing else to fill in, that is a tap less. */
  opensAtOnce?: boolean
}
