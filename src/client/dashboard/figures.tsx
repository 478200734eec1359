import { useTranslation } from 'react-i18next'
import type { Dashboard } from '../../shared/endpoints/dashboard.ts'
import { powerBefore } from '../../shared/endpoints/dashboard-parts.ts'
import { order } from '../../shared/entities/order.ts'
import { permissionOf } from '../../shared/kit/entity.ts'
import { useCall } from '../kit/api/queries.ts'
import type { Compared } from '../kit/charts/change.ts'
import { Comparison } from '../kit/charts/comparison.tsx'
import { Sparkline } from '../kit/charts/sparkline.tsx'
import type { Format } from '../kit/i18n/format.ts'
import { useFormat } from '../kit/i18n/use-format.ts'
import { wholeMoney } from '../kit/i18n/whole-money.ts'
import { useMay } from '../kit/session/can.tsx'
import { Card } from '../kit/ui/card.tsx'
import { Figure } from '../kit/ui/figure.tsx'
import { Skeleton } from '../kit/ui/states.tsx'
import { useWide } from '../kit/ui/use-wide.ts'
import css from './figures.module.css'
import { moneyOf, shapeOf, type WithMoney } from './trend.ts'

/** What was is looked up pile by pile: not with each change of what is. */
const BEFORE_EVERY_MS = 300_000
const NBSP = '\u00a0'
/** The failure rate comes in hundredths of a percent. */
const rate = (format: Format, hundredths: number) => format.number(hundredths / 100, 2)

/** What is drawn now beside what was drawn a week ago, of all that is installed. */
function PowerNow({ data: { power_w, rated_power_w } }: { data: Dashboard }) {
  const { t } = useTranslation('dashboard')
  const format = useFormat()
  const asked = { entities: [], refetchInterval: BEFORE_EVERY_MS, offline: true }
  const { data, isPending } = useCall(powerBefore, {}, asked)
  // Until it is known, one as wide as most stands there unseen: a second line would move all that is below.
  const before = isPending ? 2 * power_w : (data?.power_w ?? null)
  return (
    <Figure label={t('power_now')} value={format.power(power_w)}>
      {before !== null && (
        <span className={isPending ? css.unseen : ''} aria-hidden={isPending}>
          <Comparison figure={{ now: power_w, before }} /> ·{' '}
        </span>
      )}
      {t('of_installed', { power: format.power(rated_power_w) })}
    </Figure>
  )
}

/** The row of figures above everything: today's, or the chosen period's. `income` is its own card on a phone. */
function Figures({ data, income }: { data: Dashboard; income: boolean }) {
  // Words that came later would have each figure begin low and grow.
  const { t } = useTranslation(['dashboard', 'figures'])
  const format = useFormat()
  const weekday = new Intl.DateTimeFormat(format.locale, { weekday: 'long' }).format(new Date())
  const inAll = new Intl.NumberFormat(format.locale, { notation: 'compact', maximumFractionDigits: 1 }).format(
    data.services_total,
  )
  const { period } = data
  const shown = period ?? data
  const versus = (figure: Compared) => <Comparison figure={figure} period={period !== null} />
  const versusWhen = (figure: Compared) => (
    <>
      {versus(figure)} {figure.before !== null && (period ? t('versus_period') : t('versus', { weekday }))}
    </>
  )
  return (
    <>
      <PowerNow data={data} />
      <Figure label={t(period ? 'energy' : 'energy_today')} value={format.energy(shown.energy_wh.now)}>
        {versusWhen(shown.energy_wh)}
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
          {versusWhen(shown.income_cents)}
        </Figure>
      )}
    </>
  )
}

/** A phone shows income with its shape, under the other figures. */
function Income({ data }: { data: WithMoney }) {
  const { t } = useTranslation('dashboard')
  const format = useFormat()
  const { now } = data.period?.income_cents ?? data.income_cents
  return (
    <Card
      title={t(data.period ? 'income' : 'income_today')}
      aside={<b className={css.sum}>{wholeMoney(format, now)}</b>}
      className={css.income ?? ''}
    >
      <Sparkline values={shapeOf(data)} height={66} label={t('widgets.income_trend')} />
    </Card>
  )
}

/** What a card holds on a phone, in px: the first two say more. */
const ON_PHONE = [84, 84, 66, 66]

/** In the place of the figures, as high as they will be. */
export function WaitingFigures() {
  const wide = useWide()
  const seesMoney = useMay()(permissionOf(order, 'list'))
  const heights = wide ? [88, 88, 88, 88, 88] : ON_PHONE
  return (
    <div className={css.figures} aria-busy="true">
      {heights.map((height, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: nothing tells one grey card from another
        <Card key={at}>
          <Skeleton height={height} />
        </Card>
      ))}
      {!wide && seesMoney && (
        <Card className={css.income ?? ''}>
          <Skeleton height={102} />
        </Card>
      )}
    </div>
  )
}

/** What the network does and brings, each figure beside that of the same time of day a week ago. */
export function AllFigures({ data }: { data: Dashboard }) {
  const wide = useWide()
  const money = moneyOf(data)
  return (
    <div className={css.figures}>
      <Figures data={data} income={wide} />
      {!wide && money && <Income data={money} />}
    </div>
  )
}
