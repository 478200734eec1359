import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { DAY_S } from '../../shared/domain/charging-profiles/profile.ts'
import { FigureInput } from '../kit/fields/figure-input.tsx'
import { MomentInput } from '../kit/moments/moment-input.tsx'
import { Select } from '../kit/ui/select.tsx'
import { type ScheduleClock, secondsAt, wallAt } from './schedule-clock.ts'
import css from './step-rows.module.css'
import { useAxis } from './use-axis.ts'

const MINUTE_S = 60
const DAY_MS = DAY_S * 1000

const secondsOf = (time: string) => {
  const [hours, minutes] = time.split(':').map(Number)
  return (hours ?? 0) * 3600 + (minutes ?? 0) * MINUTE_S
}

interface StartProps {
  /** Null where it counts from a session's start. */
  clock: ScheduleClock | null
  /** Seconds that the schedule lasts. */
  span: number
  disabled?: boolean
  label: string
  start: number
  invalid: boolean
  onChange: (start: number) => void
}

/** When a step begins: by the clock, in a week with its day; from a session's start in minutes. */
export function StartInput({ clock, span, label, start, invalid, disabled = false, onChange }: StartProps) {
  const { t } = useTranslation('charging_profiles')
  const id = useId()
  const axis = useAxis({ clock, span, unit: 'W' })
  if (!clock)
    return (
      <span>
        <label className="hidden-text" htmlFor={id}>
          {label}
        </label>
        <FigureInput
          id={id}
          scale={1}
          value={start / MINUTE_S}
          invalid={invalid}
          disabled={disabled}
          after={t('minutes')}
          onChange={(value) => typeof value === 'number' && onChange(value * MINUTE_S)}
        />
      </span>
    )
  // What the clock shows, as epoch ms of one in UTC: a day is 24 hours of it, also where the clocks change.
  const first = wallAt(clock, 0)
  const shown = wallAt(clock, start)
  const day = Math.floor((shown - first) / DAY_MS)
  const days = Array.from({ length: Math.ceil(span / DAY_S) }, (_, key) => ({
    key,
    label: axis.weekday(first + key * DAY_MS),
  }))
  const choose = (of: number, time: number) => onChange(secondsAt(clock, first + of * DAY_MS + time))
  return (
    <span className={css.start}>
      {span > DAY_S && (
        <Select<number>
          label={t('day_of_step')}
          options={days}
          disabled={disabled}
          value={days[day] ?? null}
          onChange={(option) => option && choose(option.key, shown - first - day * DAY_MS)}
        />
      )}
      <MomentInput
        label={label}
        precision="time"
        value={new Date(shown).toISOString().slice(11, 16)}
        invalid={invalid}
        disabled={disabled}
        onChange={(time) => {
          if (/^\d\d:\d\d$/.test(time)) choose(day, (secondsOf(time) * 1000 - (first % DAY_MS) + DAY_MS) % DAY_MS)
        }}
      />
    </span>
  )
}
