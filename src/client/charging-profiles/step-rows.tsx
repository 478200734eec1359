import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import type { Flaw } from '../../shared/domain/charging-profiles/flaws.ts'
import { type ChargingProfile, DAY_S, type Period } from '../../shared/domain/charging-profiles/profile.ts'
import { FigureInput } from '../kit/fields/figure-input.tsx'
import { MomentInput } from '../kit/moments/moment-input.tsx'
import { Button } from '../kit/ui/button.tsx'
import { Select } from '../kit/ui/select.tsx'
import css from './step-rows.module.css'
import { addStep, dropStep, SCALE, SIGN, setPeriod, spanOf } from './steps.ts'
import { useAxis } from './use-axis.ts'

interface Props {
  profile: ChargingProfile
  flaws: readonly Flaw[]
  disabled?: boolean
  onChange: (periods: Period[]) => void
}

const MINUTE_S = 60
/** Tenths are the finest that the standard knows. */
const TENTH = 10
const PHASES = [1, 2, 3] as const

const secondsOf = (time: string) => {
  const [hours, minutes] = time.split(':').map(Number)
  return (hours ?? 0) * 3600 + (minutes ?? 0) * MINUTE_S
}
const two = (figure: number) => String(figure).padStart(2, '0')

interface StartProps extends Pick<Props, 'profile' | 'disabled'> {
  label: string
  start: number
  invalid: boolean
  onChange: (start: number) => void
}

/** When a step begins: by the clock, in a week with its day; from a session's start in minutes. */
function StartInput({ profile, label, start, invalid, disabled = false, onChange }: StartProps) {
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

/** The steps of a schedule, each typed: from when, how much, on how many phases. */
export function StepRows({ profile, flaws, disabled = false, onChange }: Props) {
  const { t } = useTranslation(['charging_profiles', 'errors'])
  const { periods, charging_rate_unit: unit } = profile
  const id = useId()
  const span = spanOf(profile, periods)
  const flawAt = (at: number, name: string) => flaws.find(({ field }) => field === `periods.${at}.${name}`)
  const phases = PHASES.map((key) => ({ key, label: t('phases', { count: key }) }))
  return (
    <div className={css.rows}>
      {periods.map((period, at) => {
        const wrong = ['start', 'limit', 'phases'].map((name) => flawAt(at, name)).find(Boolean)
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a step is known by its place alone
          <fieldset key={at} className={css.row} aria-label={t('step', { n: at + 1 })}>
            <StartInput
              profile={profile}
              label={t('begins')}
              start={period.start}
              invalid={Boolean(flawAt(at, 'start'))}
              disabled={disabled || at === 0}
              onChange={(start) => onChange(setPeriod(periods, at, { start }))}
            />
            <span>
              <label className="hidden-text" htmlFor={`${id}-${at}`}>
                {t('limit')}
              </label>
              <FigureInput
                id={`${id}-${at}`}
                scale={SCALE[unit] * TENTH}
                digits={unit === 'W' ? 1 : 0}
                value={Math.round(period.limit * TENTH)}
                invalid={Boolean(flawAt(at, 'limit'))}
                disabled={disabled}
                after={SIGN[unit]}
                onChange={(value) =>
                  typeof value === 'number' && onChange(setPeriod(periods, at, { limit: value / TENTH }))
                }
              />
            </span>
            <Select<1 | 2 | 3>
              label={t('phases_of_step')}
              options={phases}
              clearable
              disabled={disabled}
              placeholder={t('all_phases')}
              value={phases.find(({ key }) => key === period.phases) ?? null}
              onChange={(option) => onChange(setPeriod(periods, at, { phases: option?.key ?? null }))}
            />
            {!disabled && (
              <Button
                look="quiet"
                icon="trash"
                label={t('drop_step', { n: at + 1 })}
                disabled={periods.length === 1}
                onClick={() => onChange(dropStep(periods, at))}
              />
            )}
            {wrong && (
              <small className={css.wrong} role="alert">
                {t(`errors:${wrong.key}`, { ...wrong.figures })}
              </small>
            )}
          </fieldset>
        )
      })}
      {!disabled && (
        <Button icon="plus" onClick={() => onChange(addStep(periods, span, unit))}>
          {t('add_step')}
        </Button>
      )}
    </div>
  )
}
