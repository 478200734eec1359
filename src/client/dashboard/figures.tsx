import { useTranslation } from 'react-i18next'
import type { Dashboard } from '../../shared/endpoints/dashboard.ts'
import type { Compared } from '../kit/charts/change.ts'
import { Comparison } from '../kit/charts/comparison.tsx'
import type { Format } from '../kit/i18n/format.ts'
import { useFormat } from '../kit/i18n/use-format.ts'
import { wholeMoney } from '../kit/i18n/whole-money.ts'
import { Figure } from '../kit/ui/figure.tsx'

const NBSP = '\u00a0'
/** The failure rate comes in hundredths of a percent. */
const rate = (format: Format, hundredths: number) => format.number(hundredths / 100, 2)

/** The row of figures above everything: today's, or the chosen period's. `income` is its own card on a phone. */
export function Figures({ data, income }: { data: Dashboard; income: boolean }) {
  const { t } = useTranslation('dashboard')
  const format = useFormat()
  const weekday = new Intl.DateTimeFormat(format.locale, { weekday: 'long' }).format(new Date())
  const inAll = new Intl.NumberFormat(format.locale, { notation: 'compact', maximumFractionDigits: 1 }).format(
    data.services_total,
  )
  const { period } = data
  const shown = period ?? data
  const versus = (figure: Compared) => <Comparison figure={figure} period={period !== null} />
  return (
    <>
      <Figure label={t('power_now')} value={format.power(data.power_w)}>
        {t('of_installed', { power: format.power(data.rated_power_w) })}
      </Figure>
      <Figure label={t(period ? 'energy' : 'energy_today')} value={format.energy(shown.energy_wh.now)}>
        {versus(shown.energy_wh)}{' '}
        {shown.energy_wh.before !== null && (period ? t('versus_period') : t('versus', { weekday }))}
      </Figure>
      <Figure label={t(period ? 'services' : 'services_today')} value={format.number(shown.services.now)}>
        {versus(shown.services)} · {t('in_all', { count: inAll as never })}
      </Figure>
      <Figure
        label={t(period ? 'failure_rate_now' : 'failure_rate')}
        value={`${rate(format, data.failure_rate.now)}${NBSP}%`}
      >
        {data.failure_rate.before !== null && (
          <>
            <Comparison figure={data.failure_rate} bad difference={(by) => rate(format, by)} /> ·{' '}
          </>
        )}
        {t('faulted_piles', { count: data.faulted })}
      </Figure>
      {income && shown.income_cents && (
        <Figure label={t(period ? 'income' : 'income_today')} value={wholeMoney(format, shown.income_cents.now)}>
          {versus(shown.income_cents)}
        </Figure>
      )}
    </>
  )
}
