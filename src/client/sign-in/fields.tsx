import { type InputHTMLAttributes, type KeyboardEvent, type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon } from '../kit/ui/icon.tsx'
import { Input } from '../kit/ui/input.tsx'
import css from './sign-in.module.css'
import type { Form } from './use-form.ts'

interface FieldProps {
  id: string
  label: string
  error?: string | undefined
  hint?: ReactNode
  children: ReactNode
}

/** A control with its label above, and below it what is wrong or what helps. */
export function Field({ id, label, error, hint, children }: FieldProps) {
  return (
    <div>
      <label htmlFor={id} className={css.label}>
        {label}
      </label>
      {children}
      {error && (
        <div id={`${id}-told`} role="alert" className={css.error}>
          {error}
        </div>
      )}
      {!error && hint && (
        <div id={`${id}-told`} className={css.hint}>
          {hint}
        </div>
      )}
    </div>
  )
}

interface TextProps<N extends string> extends Omit<InputHTMLAttributes<HTMLInputElement>, 'form' | 'name' | 'size'> {
  form: Form<N>
  name: N
  label: string
  hint?: ReactNode
  /** Behind what is typed. */
  after?: ReactNode
  /** Beside the box. */
  beside?: ReactNode
}

/** A line of text of a form. */
export function TextField<N extends string>({ form, name, label, hint, after, beside, ...native }: TextProps<N>) {
  const error = form.errors[name]
  const input = (
    <Input
      {...native}
      id={name}
      name={name}
      size="large"
      className="grow"
      after={after}
      invalid={Boolean(error)}
      aria-describedby={error || hint ? `${name}-told` : undefined}
      value={form.values[name]}
      onChange={(event) => form.change(name, event.target.value)}
    />
  )
  return (
    <Field id={name} label={label} error={error} hint={hint}>
      {beside ? (
        <div className="row">
          {input}
          {beside}
        </div>
      ) : (
        input
      )}
    </Field>
  )
}

interface PasswordProps<N extends string> {
  form: Form<N>
  name: N
  label: string
  hint?: string
  autoComplete: 'current-password' | 'new-password'
  autoFocus?: boolean
}

/** A password, shown on request; it says when capitals are locked. */
export function PasswordField<N extends string>({ hint, ...field }: PasswordProps<N>) {
  const { t } = useTranslation('sign_in')
  const [shown, setShown] = useState(false)
  const [caps, setCaps] = useState(false)
  const watch = (event: KeyboardEvent) => setCaps(event.getModifierState?.('CapsLock') ?? false)
  return (
    <TextField
      {...field}
      hint={caps ? <span className={css.warning}>{t('caps_lock')}</span> : hint}
      type={shown ? 'text' : 'password'}
      onKeyDown={watch}
      onKeyUp={watch}
      after={
        <button
          type="button"
          className={css.eye}
          aria-label={t(shown ? 'hide_password' : 'show_password')}
          aria-pressed={shown}
          onClick={() => setShown(!shown)}
        >
          <Icon name="eye" />
        </button>
      }
    />
  )
}

/** A password to be taken from now on, typed twice. */
export function NewPassword({ form, label }: { form: Form<'password' | 'password_again'>; label: string }) {
  const { t } = useTranslation('sign_in')
  return (
    <>
      <PasswordField form={form} name="password" label={label} hint={t('password_rule')} autoComplete="new-password" />
      <PasswordField form={form} name="password_again" label={t('password_again')} autoComplete="new-password" />
    </>
  )
}
