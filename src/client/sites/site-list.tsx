import { useTranslation } from 'react-i18next'
import type { PricesNow, StateCounts } from '../../shared/endpoints/sites.ts'
import { type Site, site as siteEntity } from '../../shared/entities/site.ts'
import { useFormat } from '../kit/i18n/use-format.ts'
import { EntityList } from '../kit/records/entity-list.tsx'
import { useHome } from '../kit/session/homes.ts'
import type { Action } from '../kit/ui/actions.tsx'
import { MaintenanceMark } from '../kit/ui/maintenance-mark.tsx'
import { useWide } from '../kit/ui/use-wide.ts'
import { SiteStates } from './site-states.tsx'
import css from './sites.module.css'

type Row = Site & {
  prices?: PricesNow
  states: StateCounts
  maintenance_until?: string | null
  park_device_number: number
  device_type_number: number
}
const more = (site: Site) => site as Row

/** The strategy that prices a site now, and under it what begins later. */
function Prices({ site }: { site: Site }) {
  const { t } = useTranslation('sites')
  const format = useFormat()
  const { prices } = more(site)
  // A copy that this device kept before the server told it.
  if (!prices) return site.strategy?.title
  const { now, next } = prices
  const said = (strategy: { title: string } | null) => strategy?.title ?? t('no_price')
  return (
    <>
      {said(now)}
      {next && (
        <small className={css.next}>
          {t('planned', { strategy: said(next.strategy), when: format.moment(next.from, site.time_zone) })}
        </small>
      )}
    </>
  )
}

/** Every site with what stands there, as it is now. */
export function SiteList() {
  const { t } = useTranslation('sites')
  const format = useFormat()
  const wide = useWide()
  const berths = useHome('berth')
  const rowActions = (site: Site): Action[] =>
    berths ? [{ key: 'berths', label: t('berths'), icon: 'parking', to: `${berths}?site_id=${site.id}` }] : []
  return (
    <EntityList
      entity={siteEntity}
      fresh={{ also: ['pile'], everyMs: 2_000, offline: true }}
      rowActions={rowActions}
      lean
      cells={{ strategy_id: (site) => <Prices site={site} /> }}
      extra={[
        {
          key: 'states',
          label: t('now'),
          after: 'name',
          // How a site does is what one looks for; its address is known.
          rank: 5,
          wideOnly: true,
          cell: (site) => (
            <div className={css.bar}>
              <SiteStates states={more(site).states} />
              <MaintenanceMark until={more(site).maintenance_until} />
            </div>
          ),
        },
        {
          key: 'piles',
          label: t('piles'),
          after: 'address',
          rank: 4,
          figure: true,
          wideOnly: true,
          cell: (site) => format.number(more(site).park_device_number),
        },
        {
          key: 'guns',
          label: t('connectors'),
          after: 'piles',
          rank: 4,
          figure: true,
          wideOnly: true,
          cell: (site) => format.number(more(site).device_type_number),
        },
      ]}
      {...(!wide && {
        cardFoot: (site: Site) => (
          <>
            <SiteStates states={more(site).states} />
            <MaintenanceMark until={more(site).maintenance_until} />
          </>
        ),
      })}
    />
  )
}
