import { Bar } from '@nivo/bar'
import { useFormat } from '../i18n/use-format.ts'
import { useWide } from '../ui/use-wide.ts'
import { chartTheme } from './chart-theme.ts'
import { ChartTip, type TipLine } from './chart-tip.tsx'
import type { DayKind } from './day-card.tsx'
import { tickDays } from './tick-days.ts'
import { useDayTexts } from './use-day-texts.ts'
import { useLaidOutWidth } from './use-laid-out-width.ts'

export interface DayChartProps<D extends { day: string }> {
  /** Each, `2026-11-21`, with the figure of each kind under its key. */
  days: readonly D[]
  kinds: readonly DayKind[]
  height: number
  /** How many steps the axis has. */
  steps: number
  /** How much of the figures is one of what the axis counts: 100 where they are cents. */
  per?: number
  /** What is said of the day under the pointer, from the ground up. */
  linesOf: (day: D) => readonly TipLine[]
  /** Each stands for the month that begins on it. */
  areMonths?: boolean
}

/** Figures by day, their kinds upon each other. Loaded when it is shown. */
export function DayBars<D extends { day: string }>(props: DayChartProps<D>) {
  const { days, kinds, height, steps, per = 1, linesOf, areMonths } = props
  const format = useFormat()
  const { place, width } = useLaidOutWidth()
  const wide = useWide()
  const written = useDayTexts(areMonths)
  const compact = new Intl.NumberFormat(format.locale, { notation: 'compact', maximumFractionDigits: 1 })
  const hues = Object.fromEntries(kinds.map(({ key, hue }) => [key, `var(--${hue})`]))
  return (
    <div ref={place} style={{ height }} aria-hidden="true">
      {width > 0 && (
        <Bar
          width={width}
          height={height}
          data={days as never}
          keys={kinds.map(({ key }) => key)}
          indexBy="day"
          theme={chartTheme}
          margin={{ top: 8, right: 22, bottom: 26, left: 44 }}
          padding={days.length > 45 ? 0.2 : 0.3}
          colors={({ id }) => hues[id] ?? 'currentColor'}
          enableLabel={false}
          gridYValues={steps}
          axisBottom={{
            tickSize: 0,
            tickPadding: 10,
            tickValues: tickDays(days, wide ? 5 : 4),
            format: written.axis,
          }}
          axisLeft={{
            tickSize: 0,
            tickPadding: 8,
            tickValues: steps,
            format: (figure: number) => compact.format(figure / per),
          }}
          tooltip={({ data }) => {
            const day = data as unknown as D
            return <ChartTip title={written.full(day.day)} lines={linesOf(day)} />
          }}
          animate={false}
          isInteractive
        />
      )}
    </div>
  )
}
