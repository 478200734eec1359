import { ResponsiveLine } from '@nivo/line'
import { useFormat } from '../i18n/use-format.ts'
import { chartTheme } from './chart-theme.ts'
import { ChartTip } from './chart-tip.tsx'

export interface TimePoint {
  /** Epoch milliseconds. */
  at: number
  value: number
}

export interface TimeLineProps {
  name: string
  points: TimePoint[]
  /** V, A, kW. */
  unit: string
  digits?: number
  /** A colour token's name without the dashes. */
  hue: string
  /** The clock on the axis; the device's own when absent. */
  timeZone?: string
  /** The axis begins at zero; else near the lowest value, for what moves little: a voltage. */
  fromZero?: boolean
  /** The line alone, where there is no room for axes. */
  bare?: boolean
  height: number
}

/** The values between which the axis runs, a little air around them. */
function bounds(points: TimePoint[], fromZero: boolean): { min: number; max: number } {
  const values = points.map(({ value }) => value)
  const low = Math.min(...values)
  const high = Math.max(...values)
  const air = Math.max((high - low) * 0.1, Math.abs(high) * 0.02, 0.5)
  return { min: fromZero ? 0 : Math.max(0, low - air), max: high + air }
}

/** Moments of the axis: even steps from first to last, no more than fit. */
function ticks(points: TimePoint[], most: number): Date[] {
  const first = points[0]?.at ?? 0
  const span = (points.at(-1)?.at ?? 0) - first
  if (span === 0) return [new Date(first)]
  return Array.from({ length: most }, (_, step) => new Date(first + (span * step) / (most - 1)))
}

const SHORT_MS = 5 * 60_000

/** How the moments of these points are written: with seconds while they span few minutes. */
function useClock(points: TimePoint[], timeZone?: string) {
  const format = useFormat()
  const span = (points.at(-1)?.at ?? 0) - (points[0]?.at ?? 0)
  return (at: Date | number) => {
    const iso = new Date(at).toISOString()
    return span < SHORT_MS ? format.timeWithSeconds(iso, timeZone) : format.time(iso, timeZone)
  }
}

function useAxes({ points, timeZone, bare }: TimeLineProps) {
  const format = useFormat()
  const clock = useClock(points, timeZone)
  if (bare) {
    const margin = { top: 4, right: 2, bottom: 4, left: 2 }
    return { margin, axisBottom: null, axisLeft: null, enableGridY: false }
  }
  const axis = { tickSize: 0, tickPadding: 8 }
  const figure = (value: number) => format.number(value, value % 1 === 0 ? 0 : 1)
  return {
    // Half of a moment with seconds stands to the right of the last one.
    margin: { top: 8, right: 30, bottom: 26, left: 44 },
    axisBottom: { ...axis, tickValues: ticks(points, 4), format: clock },
    axisLeft: { ...axis, tickValues: 4, format: figure },
    gridYValues: 4,
  }
}

/** One figure over time, with its axes and what lies under the pointer. Loaded when it is shown. */
export function TimeLine(props: TimeLineProps) {
  const { name, points, unit, digits = 1, hue, timeZone, fromZero = false, height } = props
  const format = useFormat()
  const axes = useAxes(props)
  const range = bounds(points, fromZero)
  return (
    <div style={{ height }}>
      <ResponsiveLine
        {...axes}
        data={[{ id: name, data: points.map(({ at, value }) => ({ x: new Date(at), y: value })) }]}
        theme={chartTheme}
        role="img"
        ariaLabel={name}
        xScale={{ type: 'time', format: 'native', useUTC: true }}
        yScale={{ type: 'linear', nice: false, ...range }}
        curve="monotoneX"
        colors={[`var(--${hue})`]}
        lineWidth={2}
        enableArea
        areaOpacity={0.12}
        areaBaselineValue={range.min}
        enablePoints={points.length < 2}
        enableGridX={false}
        enableSlices="x"
        sliceTooltip={({ slice: { points: under } }) => {
          const at = (under[0]?.data.x as Date | undefined) ?? new Date(0)
          const value = `${format.number(Number(under[0]?.data.y ?? 0), digits)} ${unit}`
          return (
            <ChartTip
              title={format.timeWithSeconds(at.toISOString(), timeZone)}
              lines={[{ label: name, value, hue }]}
            />
          )
        }}
        animate={false}
      />
    </div>
  )
}
