import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { type ConnectorNow, pileView } from '../../shared/endpoints/piles.ts'
import { siteToday } from '../../shared/endpoints/sites.ts'
import { type Pile, pile as pileEntity } from '../../shared/entities/pile.ts'
import { asFailure } from '../kit/api/failure.ts'
import { useCall } from '../kit/api/queries.ts'
import { CountedStates } from '../kit/charts/counted-states.tsx'
import { StateBar } from '../kit/charts/state-bar.tsx'
import { useTitles } from '../kit/fields/reference.ts'
import { StatusPill } from '../kit/fields/status-pill.tsx'
import { useFormat } from '../kit/i18n/use-format.ts'
import { useRecordPath } from '../kit/session/homes.ts'
import { Card } from '../kit/ui/card.tsx'
import { Empty, Loaded, Skeleton } from '../kit/ui/states.tsx'
import { Facts } from './facts.tsx'
import { useRoom } from './room.ts'
import css from './watch.module.css'
import type { WidgetProps } from './widget-props.ts'

const EVERY_MS = 3_000
const USUAL = 150

const idIn = (value: unknown) => (typeof value === 'number' ? value : 0)
/** It was deleted, or it is out of this person's reach: to them the same. */
const isGone = (error: unknown) => error !== null && asFailure(error).code === 404

interface WatchedProps<T> {
  entity: 'site' | 'pile'
  id: number
  query: { data: T | undefined; error: unknown; isPending: boolean; refetch: () => unknown }
  aside?: (data: T) => ReactNode
  children: (data: T) => ReactNode
}

/** A card under the record's own title, which leads to its page. */
function Watched<T>({ entity, id, query, aside, children }: WatchedProps<T>) {
  const { t } = useTranslation('dashboard')
  const room = useRoom(USUAL)
  const to = useRecordPath()(entity, id)
  const [titled] = useTitles(entity, [id])
  const title = titled?.title ?? t(`widgets.watch_${entity}`)
  if (isGone(query.error))
    return (
      <Card title={t(`widgets.watch_${entity}`)}>
        <Empty icon={entity === 'site' ? 'pin' : 'plug'} text={t('watch.gone')} />
      </Card>
    )
  const heading =
    to && titled ? (
      <Link className={css.title} to={to}>
        {title}
      </Link>
    ) : (
      title
    )
  return (
    <Card title={heading} aside={query.data !== undefined && aside?.(query.data)}>
      <Loaded query={query} skeleton={<Skeleton height={room} />}>
        {(data) => <div>{children(data)}</div>}
      </Loaded>
    </Card>
  )
}

/** One site as it is today. */
export function WatchSite({ settings }: WidgetProps) {
  const { t } = useTranslation('dashboard')
  const format = useFormat()
  const id = idIn(settings.site_id)
  const query = useCall(siteToday, { id }, { entities: ['site', 'pile', 'order', 'alarm'], everyMs: EVERY_MS })
  return (
    <Watched entity="site" id={id} query={query}>
      {({ states, power_w, energy_wh, income_cents, services, open_alarms }) => (
        <>
          <StateBar counts={states} />
          <CountedStates counts={states} say={(state, count) => t(`sites.${state}`, { count })} />
          <Facts
            facts={[
              [t('watch.power'), format.power(power_w)],
              [t('watch.energy'), format.energy(energy_wh)],
              [t('watch.services'), format.number(services)],
              [t('watch.income'), income_cents === null ? null : format.money(income_cents)],
              [t('watch.alarms'), format.number(open_alarms)],
            ]}
          />
        </>
      )}
    </Watched>
  )
}

/** One pile as it is now, gun by gun. */
export function WatchPile({ settings }: WidgetProps) {
  const { t } = useTranslation('dashboard')
  const format = useFormat()
  const id = idIn(settings.pile_id)
  const only = { pile: [id] }
  const query = useCall(pileView, { id }, { entities: ['pile', 'order', 'alarm'], only, everyMs: EVERY_MS })
  const gunOf = ({ number, power_w, soc, order }: ConnectorNow) => {
    const more = [soc !== null && `${soc}\u00a0%`, order && format.energy(order.energy_wh)]
    return [
      t('watch.gun', { number }),
      power_w === null ? '—' : format.power(power_w),
      more.filter(Boolean).join(' · '),
    ] as const
  }
  return (
    <Watched
      entity="pile"
      id={id}
      query={query}
      aside={({ pile }) => <StatusPill entity={pileEntity} name="state" value={(pile as unknown as Pile).state} />}
    >
      {({ pile, connectors, open_alarms, orders_today }) => (
        <Facts
          facts={[
            [t('watch.power'), format.power((pile as unknown as Pile).power_w)],
            [t('watch.alarms'), format.number(open_alarms)],
            [t('watch.orders'), format.number(orders_today)],
            ...connectors.filter(({ number }) => number > 0).map(gunOf),
          ]}
        />
      )}
    </Watched>
  )
}
