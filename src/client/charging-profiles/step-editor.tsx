import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ChargingProfile, Period } from '../../shared/domain/charging-profiles/profile.ts'
import { drag } from '../kit/ui/drag.ts'
import { useWide } from '../kit/ui/use-wide.ts'
import type { ScheduleClock } from './schedule-clock.ts'
import css from './step-chart.module.css'
import { StepChart, type Stretch } from './step-chart.tsx'
import { StepPopover } from './step-popover.tsx'
import { levelAt, moveStart, STEP, STEP_S, setPeriod, spanOf, topOf, type View } from './steps.ts'
import { useAxis } from './use-axis.ts'

interface Props {
  profile: ChargingProfile
  clock: ScheduleClock | null
  view: View
  disabled?: boolean
  onChange: (periods: Period[]) => void
}

const AT_ONCE = 4
/** Below it there is no room for words under a level. */
const LOW = 0.15
/** Shares of the chart in which the words of a level have room. */
const ROOM = { wide: 0.09, narrow: 0.22 }
/** A pointer that moved less has pressed, not dragged. */
const STILL_PX = 4

/** The steps as the chart shows them, in its own seconds. */
function stretchesIn(
  { from, span, again }: View,
  whole: number,
  periods: readonly Period[],
  ends: number[],
): Stretch[] {
  const runs = again ? Math.ceil(span / whole) : 1
  return Array.from({ length: runs }, (_, run) => run * whole).flatMap((later) =>
    periods.flatMap((period, at) => {
      const begins = Math.max(0, period.start + later - from)
      const over = Math.min(span, (ends[at] ?? whole) + later - from)
      return begins < over ? [{ from: begins, to: over, limit: period.limit }] : []
    }),
  )
}
/** An arrow is one step, with Shift four. */
const stepsOf = (event: KeyboardEvent, less: string, more: string): number => {
  const size = event.shiftKey ? AT_ONCE : 1
  return event.key === less ? -size : event.key === more ? size : 0
}

/** A schedule whose edges and levels are dragged, or moved by the arrow keys. */
export function StepEditor({ profile, clock, view, disabled: isFixed = false, onChange }: Props) {
  const { t } = useTranslation('charging_profiles')
  const plot = useRef<HTMLDivElement>(null)
  const { periods, charging_rate_unit: unit, min_charging_rate: least } = profile
  const span = spanOf(profile, periods)
  const top = topOf([...periods.map(({ limit }) => limit), least ?? 0], unit)
  const axis = useAxis({ clock, from: view.from, span: view.span, unit })
  const ends = periods.map((_, at) => Math.min(span, periods[at + 1]?.start ?? profile.duration ?? span))
  const stretches = stretchesIn(view, span, periods, ends)
  const [opened, setOpened] = useState<number | null>(null)
  const anchor = useRef<HTMLElement | null>(null)
  const taken = useRef({ x: 0, y: 0 })
  // Of a day that is drawn seven times none is taken: it is changed as a day.
  const disabled = isFixed || view.again
  const isSeen = (from: number, to = from) => to > view.from && from < view.from + view.span
  const wide = useWide()
  const isWideEnough = (from: number, to: number) =>
    (Math.min(to, view.from + view.span) - Math.max(from, view.from)) / view.span >= (wide ? ROOM.wide : ROOM.narrow)
  const placed = (at: number) => `${(Math.max(0, Math.min(1, (at - view.from) / view.span)) * 100).toFixed(3)}%`
  const middle = (from: number, to: number) =>
    placed((Math.max(from, view.from) + Math.min(to, view.from + view.span)) / 2)
  const open = (at: number, handle: HTMLElement) => {
    anchor.current = handle
    setOpened(at)
  }

  function take(event: PointerEvent, move: (share: { x: number; y: number }) => void) {
    const box = plot.current?.getBoundingClientRect()
    if (!box) return
    drag(event, ({ clientX, clientY }) =>
      move({ x: view.from + ((clientX - box.left) / box.width) * view.span, y: 1 - (clientY - box.top) / box.height }),
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
      span={view.span}
      top={top}
      plot={plot}
      figure={axis.figure}
      unit={axis.unit}
      ticks={axis.ticks}
      lines={[
        { key: 'limit', look: 'result', stretches },
        ...(least
          ? [{ key: 'least', look: 'least' as const, stretches: [{ from: 0, to: view.span, limit: least }] }]
          : []),
      ]}
    >
      {!disabled &&
        periods.map((period, at) =>
          !isSeen(period.start, ends[at] ?? span) ? null : (
            <span
              // biome-ignore lint/suspicious/noArrayIndexKey: a step is known by its place alone
              key={`level-${at}`}
              role="slider"
              tabIndex={0}
              className={`${css.level} ${period.limit < top * LOW ? css.low : ''}`}
              style={{
                left: middle(period.start, ends[at] ?? span),
                top: `${(1 - Math.min(1, period.limit / top)) * 100}%`,
              }}
              aria-orientation="vertical"
              aria-label={t('level_from', { from: axis.clock(period.start) })}
              aria-valuemin={0}
              aria-valuemax={top}
              aria-valuenow={period.limit}
              aria-valuetext={axis.quantity(period.limit)}
              aria-haspopup="dialog"
              title={axis.quantity(period.limit)}
              onPointerDown={(event) => {
                taken.current = { x: event.clientX, y: event.clientY }
                take(event, ({ y }) => onChange(setPeriod(periods, at, { limit: levelAt(y * top, unit) })))
              }}
              onClick={({ currentTarget, clientX, clientY }) => {
                const { x, y } = taken.current
                if (Math.hypot(clientX - x, clientY - y) < STILL_PX) open(at, currentTarget)
              }}
              {...(isWideEnough(period.start, ends[at] ?? span) && { 'data-level': axis.quantity(period.limit) })}
              onKeyDown={(event) => {
                if (event.key === 'Enter') return open(at, event.currentTarget)
                const by = stepsOf(event, 'ArrowDown', 'ArrowUp')
                press(event, by, () => setPeriod(periods, at, { limit: levelAt(period.limit + by * STEP[unit], unit) }))
              }}
            />
          ),
        )}
      {!disabled &&
        periods.slice(1).map((period, index) =>
          !isSeen(period.start - 1, period.start + 1) ? null : (
            <span
              // biome-ignore lint/suspicious/noArrayIndexKey: as above
              key={`edge-${index}`}
              role="slider"
              tabIndex={0}
              className={css.edge}
              style={{
                left: placed(period.start),
                top: `${(1 - Math.min(1, (period.limit + (periods[index]?.limit ?? 0)) / 2 / top)) * 100}%`,
              }}
              aria-label={t('edge_at', { at: axis.clock(period.start) })}
              aria-valuemin={0}
              aria-valuemax={span}
              aria-valuenow={period.start}
              aria-valuetext={axis.clock(period.start)}
              title={axis.clock(period.start)}
              onPointerDown={(event) => take(event, ({ x }) => onChange(moveStart(periods, index + 1, x, span)))}
              onKeyDown={(event) => {
                const by = stepsOf(event, 'ArrowLeft', 'ArrowRight')
                press(event, by, () => moveStart(periods, index + 1, period.start + by * STEP_S, span))
              }}
            />
          ),
        )}
      {opened !== null && !disabled && (
        <StepPopover
          key={opened}
          profile={profile}
          clock={clock}
          at={opened}
          anchor={anchor}
          onChange={onChange}
          onClose={() => setOpened(null)}
        />
      )}
    </StepChart>
  )
}
