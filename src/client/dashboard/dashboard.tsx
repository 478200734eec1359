import { useTranslation } from 'react-i18next'
import { type Dashboard as Data, dashboard } from '../../shared/endpoints/dashboard.ts'
import { useCall } from '../kit/api/queries.ts'
import { Sparkline } from '../kit/charts/sparkline.tsx'
import { PeriodButton } from '../kit/fields/period-button.tsx'
import { useFormat } from '../kit/i18n/use-format.ts'
import { wholeMoney } from '../kit/i18n/whole-money.ts'
import { Card } from '../kit/ui/card.tsx'
import { usePageTitle } from '../kit/ui/page-title.ts'
import { Loaded, Skeleton } from '../kit/ui/states.tsx'
import { useWide } from '../kit/ui/use-wide.ts'
import { Attention } from './attention.tsx'
import css from './dashboard.module.css'
import { FailureMap } from './failure-map.tsx'
import { Figures } from './figures.tsx'
import { GettingStarted } from './getting-started.tsx'
import { IncomeByKind } from './income-by-kind.tsx'
import { IncomeTrend } from './income-trend.tsx'
import { PhoneBar, SearchButton } from './phone-bar.tsx'
import { SiteStates } from './site-states.tsx'
import { moneyOf, shapeOf, type WithMoney } from './trend.ts'
import { usePeriod } from './use-period.ts'
import { WorstPiles } from './worst-piles.tsx'

/** It adds up the whole network: not at each report of each pile. */
const EVERY_MS = 2_000
/** Nothing reports midnight, nor that time passes. */
const RENEW_MS = 60_000
const ENTITIES = ['order', 'pile', 'alarm', 'site', 'rejected_connection']

function Income({ data }: { data: WithMoney }) {
  const { t } = useTranslation('dashboard')
  const format = useFormat()
  const { now } = data.period?.income_cents ?? data.income_cents
  return (
    <Card
      title={t(data.period ? 'income' : 'income_today')}
      aside={<b className={css.income}>{wholeMoney(format, now)}</b>}
    >
      <Sparkline values={shapeOf(data)} height={66} label={t('trend.title')} />
    </Card>
  )
}

const waiting = (count: number, height: number) =>
  Array.from({ length: count }, (_, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: nothing tells one grey card from another
    <Card key={at}>
      <Skeleton height={height} />
    </Card>
  ))

/** In the places of what follows. */
function Waiting({ wide }: { wide: boolean }) {
  return (
    <>
      <div className={css.figures} aria-busy="true">
        {waiting(wide ? 5 : 4, 88)}
      </div>
      {wide ? (
        <div className={css.columns}>
          <div className={css.column}>{waiting(2, 240)}</div>
          <div className={css.column}>{waiting(2, 200)}</div>
        </div>
      ) : (
        waiting(3, 120)
      )}
    </>
  )
}

interface ShownProps {
  data: Data
  /** Which days the trend has, in words. */
  period: string
}

function Wide({ data, period }: ShownProps) {
  const money = moneyOf(data)
  return (
    <>
      <div className={css.figures}>
        <Figures data={data} income />
      </div>
      <div className={css.columns}>
        <div className={css.column}>
          <div className={css.pair}>
            <FailureMap faulted={data.faulted} offline={data.offline} />
            {money && <IncomeByKind data={money} />}
          </div>
          {money && <IncomeTrend days={money.trend} period={period} />}
          <SiteStates sites={data.sites} />
        </div>
        <div className={css.column}>
          <Attention matters={data.attention} />
          <WorstPiles period={{ from: data.from, to: data.to }} />
        </div>
      </div>
    </>
  )
}

function Phone({ data, period }: ShownProps) {
  const money = moneyOf(data)
  return (
    <>
      <div className={css.figures}>
        <Figures data={data} income={false} />
      </div>
      {money && <Income data={money} />}
      <SiteStates sites={data.sites} />
      <Attention matters={data.attention} />
      <FailureMap faulted={data.faulted} offline={data.offline} />
      {money && <IncomeTrend days={money.trend} period={period} />}
      {money && <IncomeByKind data={money} />}
      <WorstPiles period={{ from: data.from, to: data.to }} />
    </>
  )
}

/** Where everybody lands: how the network is doing, and what needs a person. */
export function Dashboard() {
  const { t } = useTranslation('dashboard')
  const wide = useWide()
  const period = usePeriod()
  const query = useCall(dashboard, period.body, {
    entities: ENTITIES,
    everyMs: EVERY_MS,
    refetchInterval: RENEW_MS,
    keepLast: true,
    offline: true,
  })
  usePageTitle(t('title'))
  const Shown = wide ? Wide : Phone
  const shown = (
    <Loaded query={query} skeleton={<Waiting wide={wide} />}>
      {(data) => (
        <>
          {data.services_total === 0 && <GettingStarted />}
          <Shown data={data} period={period.trend} />
        </>
      )}
    </Loaded>
  )
  return (
    <>
      {wide ? <h1 className="hidden-text">{t('title')}</h1> : <PhoneBar />}
      <div className={css.dashboard}>
        <div className={css.period}>
          {!wide && <SearchButton />}
          <PeriodButton {...period.button} />
        </div>
        {shown}
      </div>
    </>
  )
}
