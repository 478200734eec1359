import { type ComponentType, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { flawsOf } from '../../shared/domain/charging-profiles/flaws.ts'
import { type ChargingProfile, DAY_S, UNITS, type Unit } from '../../shared/domain/charging-profiles/profile.ts'
import type { Draft } from '../kit/fields/draft.ts'
import { same } from '../kit/fields/same.ts'
import { Select } from '../kit/ui/select.tsx'
import { Skeleton } from '../kit/ui/states.tsx'
import { Segments } from '../kit/ui/tabs.tsx'
import { useWide } from '../kit/ui/use-wide.ts'
import { ClockNote } from './clock-note.tsx'
import { hourAt, type ScheduleClock } from './schedule-clock.ts'
import css from './step-chart.module.css'
import { StepEditor } from './step-editor.tsx'
import { StepRows } from './step-rows.tsx'
import { inUnit, profileOf, SIGN, spanOf, viewOf } from './steps.ts'
import { useAxis } from './use-axis.ts'
import { useScheduleClock } from './use-schedule-clock.ts'

interface Props {
  draft: Draft
  disabled?: boolean
  onChange: (periods: unknown) => void
  /** The unit and all figures in it change together. */
  changeAll?: (change: Draft) => void
  /** Under a chart of a day, by the same clock from the same hour on. */
  below?: ComponentType<{ from: number }>
}

type Figures = ReturnType<typeof inUnit>

/** A or kW: what is kept is what was chosen. Back again without a change in between gives the very figures that were there. */
function useUnit(profile: ChargingProfile, changeAll: Props['changeAll']) {
  const before = useRef<{ was: Figures; became: Figures } | null>(null)
  return (unit: Unit) => {
    const { charging_rate_unit, periods, min_charging_rate } = profile
    const now = { charging_rate_unit, periods, min_charging_rate }
    const { was, became } = before.current ?? {}
    const isBack = was?.charging_rate_unit === unit && same(now, became)
    const next = isBack && was ? was : inUnit(now, unit)
    before.current = { was: now, became: next }
    changeAll?.({ ...next })
  }
}

/** A day or a week of the schedule, and which day. */
function useView(profile: ChargingProfile, clock: ScheduleClock | null) {
  const { t } = useTranslation('charging_profiles')
  const whole = spanOf(profile, profile.periods)
  const isLong = whole > DAY_S
  const [chosen, setShown] = useState<'day' | 'week' | null>(null)
  const shown = chosen ?? (isLong ? 'week' : 'day')
  const days = Math.ceil(whole / DAY_S)
  const [picked, setDay] = useState(0)
  const day = Math.min(picked, days - 1)
  const axis = useAxis({ clock, span: whole, unit: profile.charging_rate_unit })
  const options = Array.from({ length: days }, (_, key) => ({ key, label: axis.clock(key * DAY_S) }))
  const offered = isLong || (profile.charging_profile_kind === 'recurring' && whole === DAY_S)
  const week = isLong && profile.charging_profile_kind !== 'recurring' ? t('shown.whole') : t('shown.week')
  const control = offered && (
    <>
      <Segments
        label={t('shown.label')}
        options={[
          { key: 'day', label: t('shown.day') },
          { key: 'week', label: week },
        ]}
        value={shown}
        onChange={setShown}
      />
      {isLong && shown === 'day' && (
        <Select<number>
          label={t('day_of_step')}
          options={options}
          value={options[day] ?? null}
          onChange={(option) => option && setDay(option.key)}
        />
      )}
    </>
  )
  return { view: viewOf(whole, shown, day), control }
}

/** A schedule under the hand: drawn, and typed step by step. */
export function StepsInput({ draft, disabled = false, onChange, changeAll, below: Below }: Props) {
  const { t } = useTranslation('charging_profiles')
  const wide = useWide()
  const profile = useMemo(() => profileOf(draft), [draft])
  const flaws = useMemo(() => flawsOf(profile), [profile])
  const setUnit = useUnit(profile, changeAll)
  const { clock, isReady } = useScheduleClock(profile, draft.site_id)
  const { view, control } = useView(profile, clock)
  // One figure until it is told another: a day of it says nothing.
  const isDrawn = profile.charging_profile_kind !== 'dynamic'
  if (!isReady) return <Skeleton height={320} />
  return (
    <div className={css.steps}>
      {profile.periods.length > 0 && (
        <>
          <div className={css.bar}>
            {!disabled && isDrawn && (
              // Nobody has arrow keys on a phone.
              <small>{view.again ? t('repeats') : wide ? [t('how_to'), t('by_keys')].join(' ') : t('how_to')}</small>
            )}
            {isDrawn && control}
            {changeAll && !disabled && (
              <Segments
                label={t('unit')}
                options={UNITS.toReversed().map((key) => ({ key, label: SIGN[key] }))}
                value={profile.charging_rate_unit}
                onChange={setUnit}
              />
            )}
          </div>
          {isDrawn && clock && <ClockNote profile={profile} clock={clock} site={draft.site_id} />}
          {isDrawn && (
            <StepEditor profile={profile} clock={clock} view={view} disabled={disabled} onChange={onChange} />
          )}
          {isDrawn && Below && clock && view.span === DAY_S && view.from === 0 && (
            <div className={css.below}>
              <Below from={hourAt(clock)} />
            </div>
          )}
        </>
      )}
      <StepRows profile={profile} clock={clock} flaws={flaws} disabled={disabled} onChange={onChange} />
    </div>
  )
}
