import { type Period, periodText } from '../../fields/period.ts'
import { PeriodButton } from '../../fields/period-button.tsx'
import { useFormat } from '../../i18n/use-format.ts'
import { useWords } from '../../i18n/use-words.ts'
import type { ListProps } from '../types.ts'
import type { List } from '../use-list.ts'

interface Props {
  name: string
  list: ListProps
  state: List
}

/** A filter of whole days: this month, the last one, any. */
export function InlinePeriod({ name, list, state }: Props) {
  const words = useWords(list.entity)
  const format = useFormat()
  const label = words.label(name)
  const { from, to } = (state.state.filters[name] ?? {}) as Partial<Period>
  const period = from && to ? { from, to } : null
  return (
    <PeriodButton
      label={label}
      text={period ? periodText(period, format) : label}
      period={period}
      onChange={({ ...ends }) => state.filter(name, ends)}
    />
  )
}
