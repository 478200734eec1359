import { type RefObject, useRef, useState } from 'react'
import { day } from '../../../shared/kit/fields.ts'
import { Button } from '../ui/button.tsx'
import { usePopover } from '../ui/popover.ts'
import css from './day-filter.module.css'
import { DayFilter } from './day-filter.tsx'
import { type Period, readPeriod, writePeriod } from './period.ts'
import type { QuickRange } from './quick-ranges.ts'

export interface FirstChoice {
  key: string
  label: string
  chosen: boolean
  onChoose: () => void
}

export interface PeriodChoices {
  label: string
  period: Period | null
  onChange: (period: Period) => void
  quick?: readonly QuickRange[]
  /** Choices before the usual ones. */
  first?: readonly FirstChoice[]
}

type Props = PeriodChoices & { anchor: RefObject<HTMLElement | null>; onClose: () => void }

const DAY = day()

/** The periods that a button offers. One end that is typed waits for the other. */
export function PeriodPanel({ label, period, onChange, quick, first = [], anchor, onClose }: Props) {
  const box = useRef<HTMLDivElement>(null)
  const [ends, setEnds] = useState<Partial<Period>>(period ?? {})
  usePopover(box, { open: true, anchor, align: 'end', onClose })
  function put(next: Partial<Period>) {
    setEnds(next)
    const whole = readPeriod(writePeriod({ from: next.from ?? '', to: next.to ?? '' }))
    if (whole) onChange(whole)
  }
  return (
    <div ref={box} popover="auto" className={css.panel} role="dialog" aria-label={label}>
      {first.length > 0 && (
        <div className={css.quick}>
          {first.map((choice) => (
            <Button
              key={choice.key}
              size="small"
              aria-pressed={choice.chosen}
              onClick={() => {
                onClose()
                choice.onChoose()
              }}
            >
              {choice.label}
            </Button>
          ))}
        </div>
      )}
      <DayFilter
        field={DAY}
        label={label}
        range={ends}
        {...(quick && { quick })}
        onChange={(value) => put((value ?? {}) as Partial<Period>)}
      />
    </div>
  )
}
