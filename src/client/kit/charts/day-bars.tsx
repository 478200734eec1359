import { Bar } from '@nivo/bar'
import { useFormat } from '../i18n/use-format.ts'
import { chartTheme } from './chart-theme.ts'
import { ChartTip } from './chart-tip.tsx'
import type { DayChartProps } from './day-chart.ts'
import { KeyedDays } from './keyed-days.tsx'
import { roomFor, tickDays } from './tick-days.ts'
import { useDayTexts } from './use-day-texts.ts'
import { useLaidOutWidth } from './use-laid-out-width.ts'

const MARGIN = { top: 8, right: 22, bottom: 26, left: 44 }

/** Figures by day, their kinds upon each other. Loaded when it is shown. */
export function DayBars<D extends { day: string }>(props: DayChartProps<D>) {
  const { days, kinds, height, steps, per = 1, linesOf, areMonths } = props
  const format = useFormat()
  const { place, width } = useLaidOutWidth()
  const inner = width - MARGIN.left - MARGIN.right
  const written = useDayTexts(areMonths)
  const compact = new Intl.NumberFormat(format.locale, { notation: 'compact', maximumFractionDigits: 1 })
  const hues = Object.fromEntries(kinds.map(({ key, hue }) => [key, `var(--${hue})`]))
  return (
    <KeyedDays {...props} leftOf={(at) => `${MARGIN.left + (inner * (at + 0.5)) / days.length}px`}>
      <div ref={place} style={{ height }}>
        {width > 0 && (
          <Bar
            width={width}
            height={height}
            data={days as never}
            keys={kinds.map(({ key }) => key)}
            indexBy="day"
            theme={chartTheme}
            margin={MARGIN}
            padding={days.length > 45 ? 0.2 : 0.3}
            colors={({ id }) => hues[id] ?? 'currentColor'}
            enableLabel={false}
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
            tooltip={({ data }) => {
              const day = data as unknown as D
              return <ChartTip title={written.full(day.day)} lines={linesOf(day)} />
            }}
            animate={false}
            isInteractive
          />
        )}
      </div>
    </KeyedDays>
  )
}
