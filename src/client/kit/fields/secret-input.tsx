import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Field } from '../../../shared/kit/fields.ts'
import { Input } from '../ui/input.tsx'
import css from './field-input.module.css'
import type { FieldInputProps } from './field-input-props.ts'
import { newSecret } from './new-secret.ts'

/** A password: hidden while it is typed, shown on request, made on request. */
export function SecretInput({
  field,
  id,
  value,
  onChange,
  onMade,
  invalid,
  disabled,
  describedBy,
}: FieldInputProps & { field: Field }) {
  const { t } = useTranslation('common')
  const [shown, setShown] = useState(false)
  const press = (label: string, onPress: () => void) => (
    <button type="button" className={css.press} disabled={disabled} onClick={onPress}>
      {label}
    </button>
  )
  return (
    <Input
      id={id}
      type={shown ? 'text' : 'password'}
      autoComplete="new-password"
      invalid={invalid}
      disabled={disabled}
      aria-describedby={describedBy}
      value={String(value ?? '')}
      onChange={(event) => onChange(event.target.value || null)}
      after={
        <>
          {press(t('form.generate'), () => {
            ;(onMade ?? onChange)(newSecret(Math.max(field.min ?? 0, 20)))
            setShown(true)
          })}
          {press(t(shown ? 'form.hide_secret' : 'form.show_secret'), () => setShown(!shown))}
        </>
      }
    />
  )
}
