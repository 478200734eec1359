import { ResponsiveBar } from '@nivo/bar'
import { chartTheme } from '../kit/charts/chart-theme.ts'
import { ChartTip } from '../kit/charts/chart-tip.tsx'
import { useFormat } from '../kit/i18n/use-format.ts'
import { useWide } from '../kit/ui/use-wide.ts'
import type { Counted, LogDay } from './log-day.ts'

interface Props {
  days: readonly LogDay[]
  kinds: readonly Counted[]
  height: number
}

/** The days that the axis names, today among them: as many as have room for their words. */
const tickDays = (days: readonly LogDay[], most: number) =>
  days.filter((_, at) => (days.length - 1 - at) % Math.ceil(days.length / most) === 0).map(({ day }) => day)

/** A log's days, its kinds upon each other. */
export function DayChart({ days, kinds, height }: Props) {
  const format = useFormat()
  const wide = useWide()
  const compact = new Intl.NumberFormat(format.locale, { notation: 'compact', maximumFractionDigits: 1 })
  const data = days.map(({ day, counts }) => ({ day, ...counts }))
  const hues = Object.fromEntries(kinds.map(({ key, tone }) => [key, `var(--${tone})`]))
  const most = Math.max(...days.map(({ counts }) => Object.values(counts).reduce((sum, n) => sum + n, 0)))
  return (
    <div style={{ height }} aria-hidden="true">
      <ResponsiveBar
        data={data as never}
        keys={kinds.map(({ key }) => key)}
        indexBy="day"
        theme={chartTheme}
        margin={{ top: 8, right: 22, bottom: 26, left: 36 }}
        padding={0.3}
        colors={({ id }) => hues[id] ?? 'currentColor'}
        enableLabel={false}
        gridYValues={Math.min(3, most)}
        axisBottom={{
          tickSize: 0,
          tickPadding: 10,
          tickValues: tickDays(days, wide ? 5 : 3),
          format: (day: string) => format.day(day),
        }}
        axisLeft={{
          tickSize: 0,
          tickPadding: 8,
          tickValues: Math.min(3, most),
          format: (n: number) => compact.format(n),
        }}
        tooltip={({ data: shown }) => {
          const { day, ...counts } = shown as unknown as { day: string } & Record<string, number>
          const lines = kinds.flatMap(({ key, label, tone }) =>
            counts[key] ? [{ label, value: format.number(counts[key]), hue: tone }] : [],
          )
          return <ChartTip title={format.day(day)} lines={lines.reverse()} />
        }}
        animate={false}
        isInteractive
      />
    </div>
  )
}
