import type { ReactNode } from 'react'
import { useFormat } from '../i18n/use-format.ts'
import { chartTheme } from './chart-theme.ts'
import { ChartTip } from './chart-tip.tsx'
import type { DayChartProps } from './day-chart.ts'
import { KeyedDays } from './keyed-days.tsx'
import { roomFor, tickDays } from './tick-days.ts'
import { useDayTexts } from './use-day-texts.ts'
import { useLaidOutWidth } from './use-laid-out-width.ts'

const MARGIN = { top: 8, bottom: 26, left: 44 }

/** What bars and lines by day have in common. */
interface Framed {
  width: number
  height: number
  theme: typeof chartTheme
  margin: typeof MARGIN & { right: number }
  gridYValues: number
  axisBottom: object
  axisLeft: object
  animate: false
}

interface Props<D extends { day: string }> {
  chart: DayChartProps<D>
  /** Beside the last day. */
  right: number
  /** Where a day stands, as a part of the width. */
  shareOf: (at: number) => number
  children: (framed: Framed, tip: (day: D) => ReactNode) => ReactNode
}

/** The axes, the width, the keys and the tip of a chart by day. */
export function DayFrame<D extends { day: string }>({ chart, right, shareOf, children }: Props<D>) {
  const { days, height, steps, per = 1, linesOf, areMonths } = chart
  const format = useFormat()
  const { place, width } = useLaidOutWidth()
  const margin = { ...MARGIN, right }
  const inner = width - margin.left - margin.right
  const written = useDayTexts(areMonths)
  const compact = new Intl.NumberFormat(format.locale, { notation: 'compact', maximumFractionDigits: 1 })
  const framed: Framed = {
    ...{ width, height, theme: chartTheme, margin, gridYValues: steps, animate: false },
    axisBottom: {
      ...{ tickSize: 0, tickPadding: 10 },
      tickValues: tickDays(days, roomFor(inner)),
      format: written.axis,
    },
    axisLeft: {
      ...{ tickSize: 0, tickPadding: 8 },
      tickValues: steps,
      format: (figure: number) => compact.format(figure / per),
    },
  }
  const tip = (day: D) => <ChartTip title={written.full(day.day)} lines={linesOf(day)} />
  return (
    <KeyedDays {...chart} leftOf={(at) => `${margin.left + inner * shareOf(at)}px`}>
      <div ref={place} style={{ height }}>
        {width > 0 && children(framed, tip)}
      </div>
    </KeyedDays>
  )
}
