import { useTranslation } from 'react-i18next'
import type { Field } from '../../../shared/kit/fields.ts'
import { unitOf } from '../../../shared/kit/unit-of.ts'

/** What a field's figures are in, in the language that shows; empty for plain counts. */
export function useUnit(): (field: Field) => string {
  const { t } = useTranslation('common')
  return (field) => {
    const unit = unitOf(field)
    if (!unit) return ''
    return 'key' in unit ? t(`unit.${unit.key}`) : unit.text
  }
}
