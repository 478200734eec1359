import { useTranslation } from 'react-i18next'
import type { Field } from '../../../shared/kit/fields.ts'
import { useFormat } from '../i18n/use-format.ts'
import css from './form.module.css'

/** Shown from here on, so that nobody runs into the end of it. */
const NEAR = 0.8

/** How much of the room for a text is used: always for a long one, near its end for a short one. */
export function FormCount({ field, value }: { field: Field; value: unknown }) {
  const { t } = useTranslation('common')
  const format = useFormat()
  const { kind, max } = field
  if (!max || (kind !== 'text' && kind !== 'long_text')) return null
  const length = typeof value === 'string' ? value.length : 0
  if (kind === 'text' && length < max * NEAR) return null
  return (
    <small className={css.count} aria-live="polite">
      {t('form.count', { n: format.number(length), most: format.number(max) })}
    </small>
  )
}
