import { type RefObject, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { ChargingProfile, Period } from '../../shared/domain/charging-profiles/profile.ts'
import { Button } from '../kit/ui/button.tsx'
import popover from '../kit/ui/popover.module.css'
import { usePopover } from '../kit/ui/popover.ts'
import type { ScheduleClock } from './schedule-clock.ts'
import { StartInput } from './start-input.tsx'
import css from './step-chart.module.css'
import { StepFigures } from './step-figures.tsx'
import { dropStep, setPeriod, spanOf } from './steps.ts'

interface Props {
  profile: ChargingProfile
  clock: ScheduleClock | null
  at: number
  anchor: RefObject<HTMLElement | null>
  onChange: (periods: Period[]) => void
  onClose: () => void
}

/** A step's exact figures beside it: from when until when, how much, on how many phases. */
export function StepPopover({ profile, clock, at, anchor, onChange, onClose }: Props) {
  const { t } = useTranslation('charging_profiles')
  const box = useRef<HTMLFieldSetElement>(null)
  usePopover(box, { open: true, anchor, onClose })
  const { periods, charging_rate_unit: unit } = profile
  const span = spanOf(profile, periods)
  const period = periods[at]
  const next = periods[at + 1]
  if (!period) return null
  return (
    <fieldset
      ref={box}
      popover="auto"
      className={`${popover.box} ${css.popover}`}
      aria-label={t('step', { n: at + 1 })}
    >
      <StartInput
        clock={clock}
        span={span}
        label={t('begins')}
        start={period.start}
        invalid={false}
        disabled={at === 0}
        onChange={(start) => onChange(setPeriod(periods, at, { start }))}
      />
      <span aria-hidden="true">–</span>
      <StartInput
        clock={clock}
        span={span}
        label={t('ends')}
        start={next?.start ?? span}
        invalid={false}
        disabled={!next}
        onChange={(start) => onChange(setPeriod(periods, at + 1, { start }))}
      />
      <StepFigures period={period} unit={unit} onChange={(change) => onChange(setPeriod(periods, at, change))} />
      <Button
        look="quiet"
        icon="trash"
        label={t('drop_step', { n: at + 1 })}
        disabled={periods.length === 1}
        onClick={() => {
          onClose()
          onChange(dropStep(periods, at))
        }}
      />
    </fieldset>
  )
}
