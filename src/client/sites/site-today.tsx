import { type ComponentType, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { FrozenRule } from '../../shared/endpoints/orders.ts'
import type { siteToday } from '../../shared/endpoints/sites.ts'
import type { Data } from '../../shared/kit/endpoint.ts'
import { useFormat } from '../kit/i18n/use-format.ts'
import { useRecordPath } from '../kit/session/homes.ts'
import { Card } from '../kit/ui/card.tsx'
import { Skeleton } from '../kit/ui/states.tsx'
import { gunsOf } from './site-now.ts'
import css from './site-page.module.css'
import { SiteStates } from './site-states.tsx'

interface Props {
  today: Data<typeof siteToday>
  Ribbon: ComponentType<{ rules: readonly FrozenRule[] }>
}

function Figures({ today }: { today: Props['today'] }) {
  const { t } = useTranslation('sites')
  const format = useFormat()
  const figures = [
    {
      key: 'load',
      value: format.power(today.power_w),
      note: t('of_rated', { power: format.power(today.rated_power_w) }),
    },
    { key: 'energy', value: format.energy(today.energy_wh), note: t('services', { count: today.services }) },
    ...(today.income_cents === null
      ? []
      : [{ key: 'income', value: format.money(today.income_cents), note: t('ended_today') }]),
    { key: 'orders', value: format.number(today.orders), note: t('begun_today') },
  ]
  return (
    <div className={css.figures}>
      {figures.map(({ key, value, note }) => (
        <Card key={key}>
          <h2 className={css.label}>{t(`figures.${key}`)}</h2>
          <p className={css.value}>{value}</p>
          <small>{note}</small>
        </Card>
      ))}
    </div>
  )
}

/** The prices of the day, or what it means that there are none. */
function Prices({ today: { rules, strategy }, Ribbon }: Pick<Props, 'today' | 'Ribbon'>) {
  const { t } = useTranslation('sites')
  const recordPath = useRecordPath()
  const to = strategy && recordPath('strategy', strategy.id)
  return (
    <Card
      title={t('prices')}
      aside={strategy && (to ? <Link to={to}>{strategy.title}</Link> : <span>{strategy.title}</span>)}
    >
      {rules.length === 0 ? (
        <small>{t('no_prices')}</small>
      ) : (
        <Suspense fallback={<Skeleton height={64} />}>
          <Ribbon rules={rules} />
        </Suspense>
      )}
    </Card>
  )
}

/** A site as it is now and what this day has brought. */
export function SiteToday({ today, Ribbon }: Props) {
  const { t } = useTranslation('sites')
  return (
    <>
      <Card
        title={t('guns_now')}
        aside={
          <small>
            {[t('piles_count', { count: today.piles }), t('guns_count', { count: gunsOf(today.states) })].join(' · ')}
          </small>
        }
      >
        <SiteStates states={today.states} />
        {today.open_alarms > 0 && (
          <small className={css.alarms}>{t('open_alarms', { count: today.open_alarms })}</small>
        )}
      </Card>
      <Figures today={today} />
      <Prices today={today} Ribbon={Ribbon} />
    </>
  )
}
