import type { InputHTMLAttributes, ReactNode, Ref, TextareaHTMLAttributes } from 'react'
import css from './input.module.css'
import { Room, tooMany, useTold } from './room.tsx'

interface Look {
  invalid?: boolean
  size?: 'small' | 'normal' | 'large'
  /** Before and behind what is typed: an icon, a unit, a button. */
  before?: ReactNode
  after?: ReactNode
}

const boxClasses = ({ invalid, size = 'normal' }: Look, disabled: boolean | undefined, extra?: string) =>
  [css.box, css[size], invalid && css.invalid, disabled && css.disabled, extra].filter(Boolean).join(' ')

/** `maxLength` cuts nothing off: what is too much is said below, and not sent. */
type InputProps = Look & Omit<InputHTMLAttributes<HTMLInputElement>, 'size'> & { ref?: Ref<HTMLInputElement> }

export function Input({ invalid, size, before, after, className, disabled, maxLength, ...native }: InputProps) {
  const long = tooMany(native.value, maxLength) > 0
  const look = { ...((invalid || long) && { invalid: true }), ...(size && { size }) }
  const told = useTold(native['aria-describedby'], long)
  return (
    <>
      <div className={boxClasses(look, disabled, className)}>
        {before}
        <input
          {...native}
          {...told.control}
          disabled={disabled}
          className={css.input}
          aria-invalid={look.invalid || undefined}
        />
        {typeof after === 'string' ? <span className={css.unit}>{after}</span> : after}
      </div>
      {long && <Room id={told.id} value={native.value} most={maxLength} quiet={invalid} />}
    </>
  )
}

type AreaProps = Pick<Look, 'invalid'> &
  TextareaHTMLAttributes<HTMLTextAreaElement> & {
    /** How much of its room is used stands elsewhere. */
    counted?: boolean
  }

export function TextArea({ invalid, disabled, maxLength, counted, ...native }: AreaProps) {
  const long = tooMany(native.value, maxLength) > 0
  const wrong = invalid || long
  const told = useTold(native['aria-describedby'], long)
  return (
    <>
      <div className={boxClasses(wrong ? { invalid: true } : {}, disabled)}>
        <textarea
          {...native}
          {...told.control}
          disabled={disabled}
          className={css.input}
          aria-invalid={wrong || undefined}
        />
      </div>
      {(long || !counted) && <Room id={told.id} value={native.value} most={maxLength} quiet={invalid} />}
    </>
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
