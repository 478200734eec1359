import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { siteToday } from '../../shared/endpoints/sites.ts'
import { type Site, site as siteEntity } from '../../shared/entities/site.ts'
import { useCall } from '../kit/api/queries.ts'
import { EMPTY } from '../kit/i18n/format.ts'
import { EntityPage } from '../kit/records/page/entity-page.tsx'
import { useMay } from '../kit/session/can.tsx'
import { useHome } from '../kit/session/homes.ts'
import type { Action } from '../kit/ui/actions.tsx'
import { dialled } from '../kit/ui/dialled.ts'
import { Loaded, Skeleton } from '../kit/ui/states.tsx'
import type { SiteParts } from './parts.ts'
import { SiteHead } from './site-head.tsx'
import { SitePiles } from './site-piles.tsx'
import { SiteToday } from './site-today.tsx'

const EVERY_MS = 2_000

interface PanelsProps {
  site: Site
  parts: SiteParts
}

/** What goes on at a site, before what is known of it. */
function Panels({ site, parts: { Ribbon, Prices, Connectors, Plan } }: PanelsProps) {
  const may = useMay()
  const today = useCall(
    siteToday,
    { id: site.id },
    {
      entities: ['site', 'pile', 'order', 'alarm', 'strategy', 'billing_rule'],
      only: { site: [site.id] },
      everyMs: EVERY_MS,
      offline: true,
    },
  )
  return (
    <>
      <SiteHead site={site} />
      <Loaded query={today} skeleton={<Skeleton height={260} />}>
        {(found) => <SiteToday today={found} Ribbon={Ribbon} />}
      </Loaded>
      <Suspense fallback={<Skeleton height={120} />}>
        <Prices siteId={site.id} />
      </Suspense>
      {may('pile.list') && <SitePiles siteId={site.id} Connectors={Connectors} />}
      {may('berth.list') && (
        <Suspense fallback={<Skeleton height={160} />}>
          <Plan siteId={site.id} />
        </Suspense>
      )}
    </>
  )
}

/** A site: what it is doing now, what it brought today, its piles and its berths. */
export function SitePage({ id, parts }: { id: number; parts: SiteParts }) {
  const { t } = useTranslation('sites')
  const orders = useHome('order')
  const alarms = useHome('alarm')
  const worst = useHome('pile_ranking')
  const plans = useHome('maintenance')
  const actions = (): Action[] => [
    ...(orders ? [{ key: 'orders', label: t('orders'), icon: 'receipt' as const, to: `${orders}?site_id=${id}` }] : []),
    ...(alarms ? [{ key: 'alarms', label: t('alarms'), icon: 'bell' as const, to: `${alarms}?site_id=${id}` }] : []),
    ...(plans
      ? [
          {
            key: 'maintenance',
            label: t('plan_maintenance'),
            icon: 'wrench' as const,
            permission: 'maintenance.create',
            to: `${plans}/create?site_id=${id}`,
          },
        ]
      : []),
    ...(worst ? [{ key: 'worst', label: t('worst'), icon: 'gauge' as const, to: `${worst}?site_id=${id}` }] : []),
  ]
  return (
    <EntityPage
      entity={siteEntity}
      id={id}
      actions={actions}
      cells={{
        phone: ({ phone }) => (phone ? <a href={dialled(String(phone))}>{String(phone)}</a> : EMPTY),
      }}
      above={(row) => <Panels site={row as unknown as Site} parts={parts} />}
    />
  )
}
