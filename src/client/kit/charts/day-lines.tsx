import { Line, type LineCustomSvgLayer, type LineSeries } from '@nivo/line'
import { DASHES } from './chart-theme.ts'
import type { DayChartProps } from './day-chart.ts'
import { DayFrame } from './day-frame.tsx'

const Lines: LineCustomSvgLayer<LineSeries> = ({ series, lineGenerator, lineWidth }) =>
  series.map(({ id, data, color }, at) => (
    <path
      key={id}
      d={lineGenerator(data.map(({ position }) => position)) ?? ''}
      fill="none"
      stroke={color}
      strokeWidth={lineWidth}
      strokeDasharray={DASHES[at % DASHES.length] || undefined}
    />
  ))

/** Half of the last day stands to the right of its point. */
const RIGHT = 30

/** Figures by day, a line for each kind. Loaded when it is shown. */
export function DayLines<D extends { day: string }>(props: DayChartProps<D>) {
  const { days, kinds } = props
  const data = kinds.map(({ key }) => ({
    id: key,
    data: days.map((day) => ({ x: day.day, y: Number(day[key as keyof D]) })),
  }))
  const byDay = new Map(days.map((day) => [day.day, day]))
  return (
    <DayFrame chart={props} right={RIGHT} shareOf={(at) => at / Math.max(1, days.length - 1)}>
      {(framed, tip) => (
        <Line
          {...framed}
          data={data}
          xScale={{ type: 'point' }}
          yScale={{ type: 'linear', min: 0, max: 'auto' }}
          colors={kinds.map(({ hue }) => `var(--${hue})`)}
          lineWidth={2}
          layers={['grid', 'axes', 'crosshair', Lines, 'points', 'slices']}
          enablePoints={days.length < 2}
          enableGridX={false}
          enableSlices="x"
          enableTouchCrosshair
          sliceTooltip={({ slice: { points } }) => {
            const day = byDay.get(String(points[0]?.data.x))
            return day && tip(day)
          }}
        />
      )}
    </DayFrame>
  )
}
