import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { againOf } from '../../../shared/kit/schema.ts'
import { Input } from '../ui/input.tsx'
import css from './form.module.css'
import type { EntityFormState } from './use-entity-form.ts'

interface Props {
  form: EntityFormState
  name: string
  label: string
  required: boolean
}

/** A secret for the second time: a slip of the finger would lock someone out. */
export function SecretAgain({ form, name, label, required }: Props) {
  const { t } = useTranslation(['common', 'errors'])
  const id = useId()
  const [left, setLeft] = useState(false)
  const again = againOf(name)
  const value = String(form.draft[again] ?? '')
  const differs = left && value !== '' && value !== String(form.draft[name] ?? '')
  const error = form.errors[again] ?? (differs ? t('errors:passwords_differ') : undefined)
  return (
    <div className={css.field} data-field={again}>
      <div className={css.labelRow}>
        <label htmlFor={id} className={css.label}>
          {t('form.again', { label })}
          {required && <span title={t('form.required')}> *</span>}
        </label>
      </div>
      <Input
        id={id}
        type="password"
        autoComplete="new-password"
        invalid={error !== undefined}
        aria-describedby={error ? `${id}-told` : undefined}
        value={value}
        onBlur={() => setLeft(true)}
        onChange={(event) => form.change(again, event.target.value)}
      />
      {error && (
        <div id={`${id}-told`} className={css.error} role="alert">
          {error}
        </div>
      )}
    </div>
  )
}
