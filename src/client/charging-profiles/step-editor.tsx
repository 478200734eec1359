import { type KeyboardEvent, type PointerEvent, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { ChargingProfile, Period } from '../../shared/domain/charging-profiles/profile.ts'
import { drag } from '../kit/ui/drag.ts'
import css from './step-chart.module.css'
import { StepChart } from './step-chart.tsx'
import { levelAt, moveStart, STEP, STEP_S, setPeriod, spanOf, topOf } from './steps.ts'
import { useAxis } from './use-axis.ts'

interface Props {
  profile: ChargingProfile
  disabled?: boolean
  onChange: (periods: Period[]) => void
}

const AT_ONCE = 4
/** An arrow is one step, with Shift four. */
const stepsOf = (event: KeyboardEvent, less: string, more: string): number => {
  const size = event.shiftKey ? AT_ONCE : 1
  return event.key === less ? -size : event.key === more ? size : 0
}

/** A schedule whose edges and levels are dragged, or moved by the arrow keys. */
export function StepEditor({ profile, disabled = false, onChange }: Props) {
  const { t } = useTranslation('charging_profiles')
  const plot = useRef<HTMLDivElement>(null)
  const { periods, charging_rate_unit: unit, min_charging_rate: least, start_schedule } = profile
  const span = spanOf(profile, periods)
  const top = topOf([...periods.map(({ limit }) => limit), least ?? 0], unit)
  const axis = useAxis({ start: profile.charging_profile_kind === 'relative' ? null : start_schedule, span, unit })
  const ends = periods.map((_, at) => Math.min(span, periods[at + 1]?.start ?? profile.duration ?? span))
  const stretches = periods.map((period, at) => ({ from: period.start, to: ends[at] ?? span, limit: period.limit }))

  function take(event: PointerEvent, move: (share: { x: number; y: number }) => void) {
    const box = plot.current?.getBoundingClientRect()
    if (!box) return
    drag(event, ({ clientX, clientY }) =>
      move({ x: (clientX - box.left) / box.width, y: 1 - (clientY - box.top) / box.height }),
    )
  }
  function press(event: KeyboardEvent, by: number, change: () => Period[]) {
    if (by === 0) return
    event.preventDefault()
    onChange(change())
  }

  return (
    <StepChart
      label={t('steps')}
      span={span}
      top={top}
      plot={plot}
      figure={axis.figure}
      ticks={axis.ticks}
      lines={[
        { key: 'limit', look: 'result', stretches },
        ...(least ? [{ key: 'least', look: 'least' as const, stretches: [{ from: 0, to: span, limit: least }] }] : []),
      ]}
    >
      {!disabled &&
        periods.map((period, at) => (
          <span
            // biome-ignore lint/suspicious/noArrayIndexKey: a step is known by its place alone
            key={`level-${at}`}
            role="slider"
            tabIndex={0}
            className={css.level}
            style={{
              left: `${((period.start + (ends[at] ?? span)) / 2 / span) * 100}%`,
              top: `${(1 - Math.min(1, period.limit / top)) * 100}%`,
            }}
            aria-orientation="vertical"
            aria-label={t('level_from', { from: axis.clock(period.start) })}
            aria-valuemin={0}
            aria-valuemax={top}
            aria-valuenow={period.limit}
            aria-valuetext={axis.quantity(period.limit)}
            title={axis.quantity(period.limit)}
            onPointerDown={(event) =>
              take(event, ({ y }) => onChange(setPeriod(periods, at, { limit: levelAt(y * top, unit) })))
            }
            onKeyDown={(event) => {
              const by = stepsOf(event, 'ArrowDown', 'ArrowUp')
              press(event, by, () => setPeriod(periods, at, { limit: levelAt(period.limit + by * STEP[unit], unit) }))
            }}
          />
        ))}
      {!disabled &&
        periods.slice(1).map((period, index) => (
          <span
            // biome-ignore lint/suspicious/noArrayIndexKey: as above
            key={`edge-${index}`}
            role="slider"
            tabIndex={0}
            className={css.edge}
            style={{
              left: `${(period.start / span) * 100}%`,
              top: `${(1 - Math.min(1, (period.limit + (periods[index]?.limit ?? 0)) / 2 / top)) * 100}%`,
            }}
            aria-label={t('edge_at', { at: axis.clock(period.start) })}
            aria-valuemin={0}
            aria-valuemax={span}
            aria-valuenow={period.start}
            aria-valuetext={axis.clock(period.start)}
            title={axis.clock(period.start)}
            onPointerDown={(event) => take(event, ({ x }) => onChange(moveStart(periods, index + 1, x * span, span)))}
            onKeyDown={(event) => {
              const by = stepsOf(event, 'ArrowLeft', 'ArrowRight')
              press(event, by, () => moveStart(periods, index + 1, period.start + by * STEP_S, span))
            }}
          />
        ))}
    </StepChart>
  )
}
