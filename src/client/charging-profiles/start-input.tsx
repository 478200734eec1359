import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { type ChargingProfile, DAY_S } from '../../shared/domain/charging-profiles/profile.ts'
import { FigureInput } from '../kit/fields/figure-input.tsx'
import { MomentInput } from '../kit/moments/moment-input.tsx'
import { Select } from '../kit/ui/select.tsx'
import css from './step-rows.module.css'
import { spanOf } from './steps.ts'
import { useAxis } from './use-axis.ts'

const MINUTE_S = 60

const secondsOf = (time: string) => {
  const [hours, minutes] = time.split(':').map(Number)
  return (hours ?? 0) * 3600 + (minutes ?? 0) * MINUTE_S
}
const two = (figure: number) => String(figure).padStart(2, '0')

interface StartProps {
  profile: ChargingProfile
  disabled?: boolean
  label: string
  start: number
  invalid: boolean
  onChange: (start: number) => void
}

/** When a step begins: by the clock, in a week with its day; from a session's start in minutes. */
export function StartInput({ profile, label, start, invalid, disabled = false, onChange }: StartProps) {
  const { t } = useTranslation('charging_profiles')
  const id = useId()
  const span = spanOf(profile, profile.periods)
  const { start_schedule } = profile
  const axis = useAxis({ start: start_schedule, span, unit: profile.charging_rate_unit })
  const zero = new Date(start_schedule ?? '')
  if (profile.charging_profile_kind === 'relative' || Number.isNaN(zero.getTime()))
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
  const first = zero.getHours() * 3600 + zero.getMinutes() * MINUTE_S
  const day = Math.floor(start / DAY_S)
  const shown = (first + start) % DAY_S
  const days = Array.from({ length: Math.ceil(span / DAY_S) }, (_, at) => ({
    key: at,
    label: axis.clock(at * DAY_S).split(' ')[0] ?? '',
  }))
  return (
    <span className={css.start}>
      {span > DAY_S && (
        <Select<number>
          label={t('day_of_step')}
          options={days}
          disabled={disabled}
          value={days[day] ?? null}
          onChange={(option) => option && onChange((start % DAY_S) + option.key * DAY_S)}
        />
      )}
      <MomentInput
        label={label}
        precision="time"
        value={`${two(Math.floor(shown / 3600))}:${two(Math.floor(shown / MINUTE_S) % MINUTE_S)}`}
        invalid={invalid}
        disabled={disabled}
        onChange={(time) => {
          if (/^\d\d:\d\d$/.test(time)) onChange(day * DAY_S + ((secondsOf(time) - first + DAY_S) % DAY_S))
        }}
      />
    </span>
  )
}
