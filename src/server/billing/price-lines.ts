import type { Kysely } from 'kysely'
import { stretchesFrom } from '../../shared/domain/price-plan.ts'
import type { SitePrices } from '../../shared/endpoints/price-plan.ts'
import type { Database } from '../kit/database/tables.ts'
import { iso, isoOrNull } from '../kit/instants.ts'
import { plansOf, type SitePlan } from '../kit/price-plan/plan.ts'
import { isDroppable } from './assign.ts'

/** The time lines of sites' prices from an instant on (epoch ms). */
export async function pricesOf(db: Kysely<Database>, ids: readonly number[], now: number): Promise<SitePrices[]> {
  return (await plansOf(db, ids)).map((plan) => lineOf(plan, now))
}

/** What a plan holds from an instant on. */
export function lineOf(plan: SitePlan, now: number): SitePrices {
  const { id, name, time_zone, titles, periods } = plan
  const stretches = stretchesFrom(plan, now).map(({ from, to, strategy_id, period_id }, at) => {
    const period = periods.find((one) => one.id === period_id)
    return {
      from: at === 0 ? null : iso(from),
      to: isoOrNull(to),
      strategy: strategy_id === null ? null : { id: strategy_id, title: titles.get(strategy_id) ?? '' },
      period_id: period && isDroppable(period, now) ? period.id : null,
    }
  })
  return { id, title: name, time_zone, stretches }
}
