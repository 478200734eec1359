import { Line, type LineCustomSvgLayer, type LineSeries } from '@nivo/line'
import { useFormat } from '../i18n/use-format.ts'
import { chartTheme, DASHES } from './chart-theme.ts'
import { ChartTip } from './chart-tip.tsx'
import type { DayChartProps } from './day-chart.ts'
import { KeyedDays } from './keyed-days.tsx'
import { roomFor, tickDays } from './tick-days.ts'
import { useDayTexts } from './use-day-texts.ts'
import { useLaidOutWidth } from './use-laid-out-width.ts'

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

// Half of the last day stands to the right of its point.
const MARGIN = { top: 8, right: 30, bottom: 26, left: 44 }

/** Figures by day, a line for each kind. Loaded when it is shown. */
export function DayLines<D extends { day: string }>(props: DayChartProps<D>) {
  const { days, kinds, height, steps, per = 1, linesOf, areMonths } = props
  const format = useFormat()
  const { place, width } = useLaidOutWidth()
  const inner = width - MARGIN.left - MARGIN.right
  const written = useDayTexts(areMonths)
  const compact = new Intl.NumberFormat(format.locale, { notation: 'compact', maximumFractionDigits: 1 })
  const data = kinds.map(({ key }) => ({
    id: key,
    data: days.map((day) => ({ x: day.day, y: Number(day[key as keyof D]) })),
  }))
  const byDay = new Map(days.map((day) => [day.day, day]))
  return (
    <KeyedDays {...props} leftOf={(at) => `${MARGIN.left + (inner * at) / Math.max(1, days.length - 1)}px`}>
      <div ref={place} style={{ height }}>
        {width > 0 && (
          <Line
            width={width}
            height={height}
            data={data}
            theme={chartTheme}
            margin={MARGIN}
            xScale={{ type: 'point' }}
            yScale={{ type: 'linear', min: 0, max: 'auto' }}
            colors={kinds.map(({ hue }) => `var(--${hue})`)}
            lineWidth={2}
            layers={['grid', 'axes', 'crosshair', Lines, 'points', 'slices']}
            enablePoints={days.length < 2}
            enableGridX={false}
            gridYValues={steps}
            axisBottom={{
              tickSize: 0,
              tickPadding: 10,
              tickValues: tickDays(days, roomFor(inner)),
              format: written.axis,
            }}
            axisLeft={{
              tickSize: 0,
              tickPadding: 8,
              tickValues: steps,
              format: (figure: number) => compact.format(figure / per),
            }}
            enableSlices="x"
            enableTouchCrosshair
            sliceTooltip={({ slice: { points } }) => {
              const day = byDay.get(String(points[0]?.data.x))
              return day && <ChartTip title={written.full(day.day)} lines={linesOf(day)} />
            }}
            animate={false}
          />
        )}
      </div>
    </KeyedDays>
  )
}
