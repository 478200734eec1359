import type { InputHTMLAttributes, ReactNode, Ref, TextareaHTMLAttributes } from 'react'
import css from './input.module.css'

interface Look {
  invalid?: boolean
  size?: 'small' | 'normal' | 'large'
  /** Before and behind what is typed: an icon, a unit, a button. */
  before?: ReactNode
  after?: ReactNode
}

const boxClasses = ({ invalid, size = 'normal' }: Look, disabled: boolean | undefined, extra?: string) =>
  [css.box, css[size], invalid && css.invalid, disabled && css.disabled, extra].filter(Boolean).join(' ')

type InputProps = Look & Omit<InputHTMLAttributes<HTMLInputElement>, 'size'> & { ref?: Ref<HTMLInputElement> }

export function Input({ invalid, size, before, after, className, disabled, ...native }: InputProps) {
  const look = { ...(invalid && { invalid }), ...(size && { size }) }
  return (
    <div className={boxClasses(look, disabled, className)}>
      {before}
      <input {...native} disabled={disabled} className={css.input} aria-invalid={invalid || undefined} />
      {typeof after === 'string' ? <span className={css.unit}>{after}</span> : after}
    </div>
  )
}

type AreaProps = Pick<Look, 'invalid'> & TextareaHTMLAttributes<HTMLTextAreaElement>

export function TextArea({ invalid, disabled, ...native }: AreaProps) {
  return (
    <div className={boxClasses(invalid ? { invalid } : {}, disabled)}>
      <textarea {...native} disabled={disabled} className={css.input} aria-invalid={invalid || undefined} />
    </div>
  )
}

type CheckboxProps = InputHTMLAttributes<HTMLInputElement> & { label: ReactNode; ref?: Ref<HTMLInputElement> }

export function Checkbox({ label, ...native }: CheckboxProps) {
  return (
    <label className={css.check}>
      <input {...native} type="checkbox" />
      {label}
    </label>
  )
}

interface SwitchProps {
  id?: string
  label: string
  checked: boolean
  disabled?: boolean
  onChange: (checked: boolean) => void
}

export function Switch({ id, label, checked, disabled = false, onChange }: SwitchProps) {
  return (
    <button
      id={id}
      type="button"
      role="switch"
      className={css.switch}
      aria-checked={checked}
      aria-label={label}
      disabled={disabled}
      onClick={() => onChange(!checked)}
    />
  )
}
