import type { ReactNode } from 'react'
import { Input } from '../ui/input.tsx'
import { Labelled } from '../ui/labelled.tsx'

interface Props {
  label: string
  hint?: string
  error: string | undefined
  /** Whether it can be read. */
  shown?: boolean
  value: string
  onChange: (value: string) => void
  autoFocus?: true
  after?: ReactNode
}

/** A password that someone is given. */
export function PasswordField({ label, hint, error, shown = false, onChange, ...input }: Props) {
  return (
    <Labelled label={label} required hint={hint} error={error}>
      {(control) => (
        <Input
          {...control}
          {...input}
          type={shown ? 'text' : 'password'}
          autoComplete="new-password"
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Labelled>
  )
}
