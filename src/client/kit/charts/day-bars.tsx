import { Bar } from '@nivo/bar'
import type { DayChartProps } from './day-chart.ts'
import { DayFrame } from './day-frame.tsx'

/** Figures by day, their kinds upon each other. Loaded when it is shown. */
export function DayBars<D extends { day: string }>(props: DayChartProps<D>) {
  const { days, kinds } = props
  const hues = Object.fromEntries(kinds.map(({ key, hue }) => [key, `var(--${hue})`]))
  return (
    <DayFrame chart={props} right={22} shareOf={(at) => (at + 0.5) / days.length}>
      {(framed, tip) => (
        <Bar
          {...framed}
          data={days as never}
          keys={kinds.map(({ key }) => key)}
          indexBy="day"
          padding={days.length > 45 ? 0.2 : 0.3}
          colors={({ id }) => hues[id] ?? 'currentColor'}
          enableLabel={false}
          tooltip={({ data }) => tip(data as unknown as D)}
          isInteractive
        />
      )}
    </DayFrame>
  )
}
