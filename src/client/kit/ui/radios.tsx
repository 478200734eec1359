import { useId } from 'react'
import css from './radios.module.css'

interface Props<K extends string> {
  id?: string
  label: string
  options: readonly { key: K; label: string }[]
  value: K | null
  onChange: (key: K) => void
  disabled?: boolean
  /** One to a line, for choices of many words. */
  stacked?: boolean
  invalid?: boolean
  describedBy?: string | undefined
}

/** A choice of few, all of them in view. */
export function Radios<K extends string>(props: Props<K>) {
  const { id, label, options, value, onChange, disabled = false, stacked = false, invalid, describedBy } = props
  const name = useId()
  return (
    <div
      id={id}
      role="radiogroup"
      aria-label={label}
      aria-describedby={describedBy}
      aria-invalid={invalid || undefined}
      className={stacked ? css.stacked : css.radios}
    >
      {options.map((option) => (
        <label key={option.key} className={css.radio}>
          <input
            type="radio"
            name={name}
            checked={option.key === value}
            disabled={disabled}
            onChange={() => onChange(option.key)}
          />
          {option.label}
        </label>
      ))}
    </div>
  )
}
