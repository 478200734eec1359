import { type ReactNode, useState } from 'react'
import { Input } from '../ui/input.tsx'
import { readScaled, writeScaled } from './scaled.ts'

interface Props {
  id?: string
  /** Units of storage in one unit of display: 100 for money, 1000 for kWh. */
  scale: number
  /** Digits shown behind the point at least. */
  digits?: number
  /** Whole small units; what was typed while it is no figure; null when empty. */
  value: unknown
  onChange: (value: number | string | null) => void
  invalid?: boolean
  disabled?: boolean
  describedBy?: string | undefined
  size?: 'normal' | 'large'
  before?: ReactNode
  after?: ReactNode
  autoFocus?: boolean
}

/** A figure typed as people write it and held exactly: 1.38 is 138, and 0.1 + 0.2 never comes up. */
export function FigureInput({
  id,
  scale,
  digits = 0,
  value,
  onChange,
  invalid,
  disabled,
  describedBy,
  size,
  before,
  after,
  autoFocus,
}: Props) {
  const write = (given: unknown) =>
    typeof given === 'number' ? writeScaled(given, scale, digits) : String(given ?? '')
  const read = (typed: string) => (typed.trim() === '' ? null : (readScaled(typed, scale) ?? typed))
  const [typed, setTyped] = useState(write(value))
  // What is typed stays as typed, until the value becomes another one.
  const shown = read(typed) === (value ?? null) ? typed : write(value)
  return (
    <Input
      id={id}
      inputMode={scale > 1 ? 'decimal' : 'numeric'}
      autoComplete="off"
      autoFocus={autoFocus}
      invalid={invalid ?? false}
      disabled={disabled}
      aria-describedby={describedBy}
      {...(size && { size })}
      before={before}
      after={after}
      value={shown}
      onChange={(event) => {
        setTyped(event.target.value)
        onChange(read(event.target.value))
      }}
      onBlur={() => setTyped(write(value))}
    />
  )
}
