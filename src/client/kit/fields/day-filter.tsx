import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Field } from '../../../shared/kit/fields.ts'
import type { FilterValue } from '../api/records.ts'
import { MomentInput } from '../moments/moment-input.tsx'
import { isMoment } from '../moments/written.ts'
import { Button } from '../ui/button.tsx'
import css from './day-filter.module.css'
import { dayEnd, dayOf, dayStart, lastDayOf } from './days.ts'
import { MonthChoice } from './month-choice.tsx'
import { daysOf, QUICK_RANGES, type QuickRange } from './quick-ranges.ts'

type Range = { from?: string | number; to?: string | number }
type Side = 'from' | 'to'

interface Props {
  field: Field
  label: string
  range: Range
  onChange: (value: FilterValue | null) => void
  /** The ranges that are offered in one press. */
  quick?: readonly QuickRange[]
}

type Ends = Readonly<Record<Side, string>>

interface QuickProps {
  shown: Ends
  offered: readonly QuickRange[]
  onChoose: (ends: Ends) => void
}

/** The ranges that people ask for most, in one press. */
function Quick({ shown, offered, onChoose }: QuickProps) {
  const { t } = useTranslation('common')
  return (
    <div className={css.quick}>
      {offered.map((quick) => {
        const ends = daysOf(quick)
        const isShown = shown.from === ends.from && shown.to === ends.to
        return (
          <Button key={quick} size="small" aria-pressed={isShown} onClick={() => onChoose(ends)}>
            {t(`list.ranges.${quick}`)}
          </Button>
        )
      })}
    </div>
  )
}

/** The days of a range of moments, as they stand in the inputs; a range of moments ends before its `to`. */
const daysIn = ({ from, to }: Range, instant: boolean): Ends => ({
  from: from === undefined ? '' : instant ? dayOf(String(from)) : String(from),
  to: to === undefined ? '' : instant ? lastDayOf(String(to)) : String(to),
})

/** Whole days of the person's own calendar, the last one included. */
export function DayFilter({ field, label, range, onChange, quick = QUICK_RANGES }: Props) {
  const { t } = useTranslation('common')
  const instant = field.kind === 'instant'
  // What is no day yet narrows nothing.
  const [typed, setTyped] = useState<Partial<Ends>>({})
  const held = daysIn(range, instant)
  const shown = { ...held, ...typed }
  const put = ({ from, to }: Ends) => {
    const next: Range = {
      ...(from && { from: instant ? dayStart(from) : from }),
      ...(to && { to: instant ? dayEnd(to) : to }),
    }
    onChange(from || to ? next : null)
  }
  const type = (side: Side, text: string) => {
    const { [side]: _, ...other } = typed
    const isDay = text === '' || isMoment(text, 'day')
    setTyped(isDay ? other : { ...other, [side]: text })
    if (isDay) put({ ...held, [side]: text })
  }
  const choose = (ends: Ends) => {
    setTyped({})
    put(ends)
  }
  const end = (side: Side) => (
    <MomentInput
      label={`${label}, ${t(`list.${side}`)}`}
      precision="day"
      value={shown[side]}
      onChange={(text) => type(side, text)}
    />
  )
  return (
    <>
      {quick.length > 0 && <Quick shown={shown} offered={quick} onChoose={choose} />}
      <div className={css.month}>
        <MonthChoice shown={shown} onChoose={choose} />
      </div>
      <div className={css.ends}>
        {end('from')}
        <span aria-hidden="true">–</span>
        {end('to')}
      </div>
    </>
  )
}
