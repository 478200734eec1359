import type { ComponentProps } from 'react'
import { Icon } from './icon.tsx'
import { Input } from './input.tsx'

const ICON_SIZE = { small: 14, normal: 16, large: 18 } as const

type Props = Omit<ComponentProps<typeof Input>, 'type' | 'before' | 'value' | 'onChange'> & {
  /** What is looked for; an empty one says it too unless `placeholder` does. */
  label: string
  value: string
  onChange: (keyword: string) => void
}

/** What one looks for. */
export function SearchInput({ label, placeholder = label, size = 'normal', onChange, ...input }: Props) {
  return (
    <Input
      {...input}
      type="search"
      size={size}
      aria-label={label}
      placeholder={placeholder}
      onChange={(event) => onChange(event.target.value)}
      before={<Icon name="search" size={ICON_SIZE[size]} />}
    />
  )
}
