import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Input } from '../kit/ui/input.tsx'
import { Select } from '../kit/ui/select.tsx'
import { FILTERS, type Filters, MESSAGE_TYPES } from './frame-filters.ts'
import css from './frame-log.module.css'

/** What is typed is asked for once the fingers rest. */
const REST_MS = 350

interface Props {
  filters: Filters
  fixed: Filters
  onChange: (filters: Filters) => void
}

export function LogFilters({ filters, fixed, onChange }: Props) {
  const { t } = useTranslation('protocol-log')
  const [typed, setTyped] = useState(filters)
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was typed last is asked for, no matter who asks
  useEffect(() => {
    if (JSON.stringify(typed) === JSON.stringify(filters)) return
    const timer = setTimeout(() => onChange(typed), REST_MS)
    return () => clearTimeout(timer)
  }, [typed])
  const types = MESSAGE_TYPES.map((key) => ({ key, label: t(`types.${key}`) }))
  return (
    <div className={css.filters}>
      {FILTERS.filter((name) => !(name in fixed)).map((name) =>
        name === 'message_type' ? (
          <Select
            key={name}
            label={t(name)}
            placeholder={t(name)}
            options={types}
            value={types.find(({ key }) => key === typed.message_type) ?? null}
            onChange={(option) => setTyped({ ...typed, message_type: option?.key ?? '' })}
            clearable
          />
        ) : (
          <Input
            key={name}
            aria-label={t(name)}
            placeholder={t(name)}
            value={typed[name] ?? ''}
            onChange={(event) => setTyped({ ...typed, [name]: event.target.value })}
          />
        ),
      )}
    </div>
  )
}
