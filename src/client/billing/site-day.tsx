import { strategyView } from '../../shared/endpoints/billing.ts'
import { pricePlan } from '../../shared/endpoints/price-plan.ts'
import { useCall } from '../kit/api/queries.ts'
import { RulesRibbon } from './day-preview.tsx'

/** What a site's hours cost now; nothing where it has no prices. */
export function SiteDay({ siteId, from }: { siteId: number; from: number }) {
  const plan = useCall(pricePlan, { id: siteId }, { entities: ['site', 'strategy'] })
  const id = plan.data?.stretches[0]?.strategy?.id ?? 0
  const day = useCall(strategyView, { id }, { entities: ['strategy', 'billing_rule'], enabled: id > 0 })
  return day.data ? <RulesRibbon rules={day.data.rules} from={from} /> : null
}
