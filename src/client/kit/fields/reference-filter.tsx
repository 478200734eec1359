import { useTranslation } from 'react-i18next'
import type { Field } from '../../../shared/kit/fields.ts'
import type { FilterValue } from '../api/records.ts'
import { Select } from '../ui/select.tsx'
import { referenceOptions, useTitles } from './reference.ts'

interface Props {
  field: Field
  label: string
  placeholder?: string
  value: FilterValue | undefined
  onChange: (value: FilterValue | null) => void
}

/** One record at a time: the first of the list when the address holds several. */
export function ReferenceFilter({ value, onChange, field, label, placeholder }: Props) {
  const { t } = useTranslation('common')
  const to = field.to ?? ''
  const ids = Array.isArray(value) ? value.map(Number) : []
  const [first] = useTitles(to, ids)
  const chosen = first ? { key: first.id, label: first.title } : null
  return (
    <Select<number>
      label={label}
      {...referenceOptions(to)}
      value={chosen}
      clearable
      placeholder={placeholder ?? t('any')}
      onChange={(option) => onChange(option ? [option.key] : null)}
    />
  )
}
