import { useTranslation } from 'react-i18next'
import type { Flaw } from '../../shared/domain/charging-profiles/flaws.ts'
import type { ChargingProfile, Period } from '../../shared/domain/charging-profiles/profile.ts'
import { Button } from '../kit/ui/button.tsx'
import type { ScheduleClock } from './schedule-clock.ts'
import { StartInput } from './start-input.tsx'
import { StepFigures } from './step-figures.tsx'
import css from './step-rows.module.css'
import { addStep, dropStep, setPeriod, spanOf } from './steps.ts'

interface Props {
  profile: ChargingProfile
  clock: ScheduleClock | null
  flaws: readonly Flaw[]
  disabled?: boolean
  onChange: (periods: Period[]) => void
}

/** The steps of a schedule, each typed: from when, how much, on how many phases. */
export function StepRows({ profile, clock, flaws, disabled = false, onChange }: Props) {
  const { t } = useTranslation(['charging_profiles', 'errors'])
  const { periods, charging_rate_unit: unit } = profile
  const span = spanOf(profile, periods)
  const flawAt = (at: number, name: string) => flaws.find(({ field }) => field === `periods.${at}.${name}`)
  return (
    <div className={css.rows}>
      {periods.map((period, at) => {
        const wrong = ['start', 'limit', 'phases'].map((name) => flawAt(at, name)).find(Boolean)
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a step is known by its place alone
          <fieldset key={at} className={css.row} aria-label={t('step', { n: at + 1 })}>
            <StartInput
              clock={clock}
              span={span}
              label={t('begins')}
              start={period.start}
              invalid={Boolean(flawAt(at, 'start'))}
              disabled={disabled || at === 0}
              onChange={(start) => onChange(setPeriod(periods, at, { start }))}
            />
            <StepFigures
              period={period}
              unit={unit}
              invalid={Boolean(flawAt(at, 'limit'))}
              disabled={disabled}
              onChange={(change) => onChange(setPeriod(periods, at, change))}
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
      {!disabled && profile.charging_profile_kind !== 'dynamic' && (
        <Button icon="plus" onClick={() => onChange(addStep(periods, span, unit))}>
          {t('add_step')}
        </Button>
      )}
    </div>
  )
}
