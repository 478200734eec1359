import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { pricePlan } from '../../shared/endpoints/price-plan.ts'
import { useCall } from '../kit/api/queries.ts'
import { Can } from '../kit/session/can.tsx'
import { Button } from '../kit/ui/button.tsx'
import { Card } from '../kit/ui/card.tsx'
import { Loaded, Skeleton } from '../kit/ui/states.tsx'
import { AssignDialog } from './assign-dialog.tsx'
import { PriceLine } from './price-line.tsx'
import { useRefreshAtBeginnings } from './use-refresh-at-beginnings.ts'

/** Which strategies a site charges by from now on, and planning another one. */
export function SitePricePlan({ siteId }: { siteId: number }) {
  const { t } = useTranslation('billing')
  const [open, setOpen] = useState(false)
  const query = useCall(pricePlan, { id: siteId }, { entities: ['site', 'strategy'] })
  useRefreshAtBeginnings(query.data ? [query.data] : [])
  const unpriced = query.data?.stretches[0]?.strategy === null
  const plan = (
    <Can permission="site.update">
      <Button icon="clock" onClick={() => setOpen(true)}>
        {t('plan.change')}
      </Button>
    </Can>
  )
  return (
    <Card title={t('plan.heading')} aside={plan}>
      <Loaded query={query} skeleton={<Skeleton height={56} />}>
        {(prices) => <PriceLine prices={prices} />}
      </Loaded>
      {open && (
        <Suspense fallback={null}>
          <AssignDialog strategy={null} sites={[siteId]} fixed unpriced={unpriced} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </Card>
  )
}
