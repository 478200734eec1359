import { type ReactNode, useId } from 'react'
import css from './labelled.module.css'

export interface Control {
  id: string
  'aria-describedby': string | undefined
  invalid: boolean
}

interface Props {
  label: ReactNode
  required?: boolean
  hint?: ReactNode
  error?: ReactNode
  /** The control; it takes these to belong to its label. */
  children: (control: Control) => ReactNode
}

/** A control with its label above, and below it what is wrong or what helps. */
export function Labelled({ label, required, hint, error, children }: Props) {
  const id = useId()
  const told = error || hint
  return (
    <div className={css.field}>
      <label className={css.label} htmlFor={id}>
        {label}
        {required && <span aria-hidden="true"> *</span>}
      </label>
      {children({ id, 'aria-describedby': told ? `${id}-told` : undefined, invalid: Boolean(error) })}
      {told && (
        <small id={`${id}-told`} className={error ? css.error : css.hint}>
          {told}
        </small>
      )}
    </div>
  )
}
