import { useTranslation } from 'react-i18next'
import type { Field } from '../../../shared/kit/fields.ts'
import type { FilterValue } from '../api/records.ts'
import { Button } from '../ui/button.tsx'
import { Input } from '../ui/input.tsx'
import css from './day-filter.module.css'
import { dayEnd, dayOf, dayStart, lastDayOf } from './days.ts'
import { daysOf, QUICK_RANGES } from './quick-ranges.ts'

type Range = { from?: string | number; to?: string | number }
type Side = 'from' | 'to'

interface Props {
  field: Field
  label: string
  range: Range
  onChange: (value: FilterValue | null) => void
}

/** Whole days of the person's own calendar, the last one included; the ranges that people ask for most in one press. */
export function DayFilter({ field, label, range, onChange }: Props) {
  const { t } = useTranslation('common')
  const instant = field.kind === 'instant'
  const shown = (side: Side) => {
    const edge = range[side]
    if (edge === undefined) return ''
    if (!instant) return String(edge)
    return side === 'from' ? dayOf(String(edge)) : lastDayOf(String(edge))
  }
  const edgeOf = (side: Side, day: string) => {
    if (!instant) return day
    return side === 'from' ? dayStart(day) : dayEnd(day)
  }
  const put = (side: Side, day: string) => {
    const { [side]: _, ...other } = range
    const next: Range = day ? { ...other, [side]: edgeOf(side, day) } : other
    onChange(next.from === undefined && next.to === undefined ? null : next)
  }
  const end = (side: Side) => (
    <Input
      type="date"
      aria-label={`${label}, ${t(`list.${side}`)}`}
      value={shown(side)}
      onChange={(event) => put(side, event.target.value)}
    />
  )
  return (
    <>
      <div className={css.quick}>
        {QUICK_RANGES.map((quick) => {
          const { from, to } = daysOf(quick)
          return (
            <Button
              key={quick}
              size="small"
              aria-pressed={shown('from') === from && shown('to') === to}
              onClick={() => onChange({ from: edgeOf('from', from), to: edgeOf('to', to) })}
            >
              {t(`list.ranges.${quick}`)}
            </Button>
          )
        })}
      </div>
      <div className="row">
        {end('from')}
        <span aria-hidden="true">–</span>
        {end('to')}
      </div>
    </>
  )
}
