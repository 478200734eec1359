import { useTranslation } from 'react-i18next'
import type { Entity } from '../../../../shared/kit/entity.ts'
import { useChoices } from '../../dictionaries/use-choices.ts'
import { useFormat } from '../../i18n/use-format.ts'
import { useWords } from '../../i18n/use-words.ts'
import { Chips } from '../../ui/tabs.tsx'
import type { List } from '../use-list.ts'

const ALL = 'all'

interface Props {
  entity: Entity
  field: string
  list: List
  /** Counts under the values' names, over all other filters. */
  summary: Record<string, unknown> | undefined
}

/** A status field's values as filters, each with how many there are. */
export function StatusChips({ entity, field: name, list, summary }: Props) {
  const { t } = useTranslation('common')
  const words = useWords(entity)
  const format = useFormat()
  const choices = useChoices(entity, name)
  const chosen = list.state.filters[name]
  const current = Array.isArray(chosen) && chosen.length === 1 ? String(chosen[0]) : chosen === undefined ? ALL : ''
  const countOf = (value: string) => (typeof summary?.[value] === 'number' ? (summary[value] as number) : null)
  const total = choices.reduce((sum, { value }) => sum + (countOf(value) ?? 0), 0)
  const counted = choices.some(({ value }) => countOf(value) !== null)
  const chips = [
    { key: ALL, label: t('all'), ...(counted && { count: format.number(total) }) },
    ...choices
      .filter(({ value }) => value === current || !counted || countOf(value))
      .map(({ value, tone }) => ({
        key: value,
        label: words.choice(name, value),
        ...(tone && { tone }),
        ...(counted && { count: format.number(countOf(value) ?? 0) }),
      })),
  ]
  return (
    <Chips
      label={words.label(name)}
      chips={chips}
      current={current}
      onChange={(value) => list.filter(name, value === ALL ? null : [value])}
    />
  )
}
