import { ResponsiveBar } from '@nivo/bar'
import { useTranslation } from 'react-i18next'
import { chartTheme } from '../kit/charts/chart-theme.ts'
import { ChartTip } from '../kit/charts/chart-tip.tsx'
import { useFormat } from '../kit/i18n/use-format.ts'
import { INCOME_KINDS, type TrendDay, tickDays } from './trend.ts'

interface Props {
  days: TrendDay[]
  height: number
}

const hues = Object.fromEntries(INCOME_KINDS.map(({ key, hue }) => [key, `var(--${hue})`]))

/** Income by day, its kinds upon each other. */
export function TrendChart({ days, height }: Props) {
  const { t } = useTranslation('dashboard')
  const format = useFormat()
  const compact = new Intl.NumberFormat(format.locale, { notation: 'compact', maximumFractionDigits: 1 })
  const total = (day: TrendDay) => INCOME_KINDS.reduce((sum, { key }) => sum + day[key], 0)
  return (
    <div style={{ height }} aria-hidden="true">
      <ResponsiveBar
        data={days as never}
        keys={INCOME_KINDS.map(({ key }) => key)}
        indexBy="day"
        theme={chartTheme}
        margin={{ top: 8, right: 20, bottom: 26, left: 44 }}
        padding={days.length > 45 ? 0.2 : 0.3}
        colors={({ id }) => hues[id] ?? 'currentColor'}
        enableLabel={false}
        gridYValues={4}
        axisBottom={{
          tickSize: 0,
          tickPadding: 10,
          tickValues: tickDays(days),
          format: (day: string) => format.day(day),
        }}
        axisLeft={{
          tickSize: 0,
          tickPadding: 8,
          tickValues: 4,
          format: (cents: number) => compact.format(cents / 100),
        }}
        tooltip={({ data }) => {
          const day = data as unknown as TrendDay
          const lines = INCOME_KINDS.map(({ key, word, hue }) => ({
            label: t(`trend.${word}`),
            value: format.money(day[key]),
            hue,
          })).reverse()
          return (
            <ChartTip
              title={format.day(day.day)}
              lines={[...lines, { label: t('trend.total'), value: format.money(total(day)) }]}
            />
          )
        }}
        animate={false}
        isInteractive
      />
    </div>
  )
}
