import type { Kysely } from 'kysely'
import type { PricePeriod, Validity } from '../../../shared/domain/price-plan.ts'
import { type SiteClock, siteClock } from '../../../shared/domain/time-zone.ts'
import type { Database } from '../database/tables.ts'
import { wrongField } from '../refusal.ts'
import { newGap, plansOf, type SitePlan, sitesPlanning } from './plan.ts'

type Db = Kysely<Database>

/** A period that is not stored yet: newer than all that are. */
const UNSTORED = Number.MAX_SAFE_INTEGER

/** What a site's clock shows at an instant, as people write it: 2026-11-23 00:00. */
export const shownAt = (clock: SiteClock, at: number) =>
  new Date(clock.wallAt(at)).toISOString().slice(0, 16).replace('T', ' ')

/** Refuses, at `field`, what would leave a site without a price that has one, and says from when on. */
export function refuseGap(before: SitePlan, after: SitePlan, { now, field }: { now: number; field: string }): void {
  const gap = newGap(before, after, now)
  if (gap) throw wrongField(field, 'refusals:price_gap', { site: after.name, when: shownAt(after.clock, gap.from) })
}

/** The plan with one period more. */
export const planWith = (plan: SitePlan, period: Omit<PricePeriod, 'id'>): SitePlan => ({
  ...plan,
  periods: [...plan.periods, { ...period, id: UNSTORED }],
})

interface SiteDraft {
  name: string
  time_zone: string
  strategy_id?: number | null | undefined
}

/** Refuses to give a site a strategy, from now on and without an end, that is not valid all that time. */
export async function refuseInvalidStrategy(db: Db, site: SiteDraft, id: number | null): Promise<void> {
  const { strategy_id, name, time_zone } = site
  if (!strategy_id) return
  const now = Date.now()
  const stored = id === null ? [] : await plansOf(db, [id])
  const clock = siteClock(time_zone)
  const none = { id: 0, name, time_zone, clock, periods: [], validity: new Map(), titles: new Map() }
  const before: SitePlan = { ...(stored[0] ?? none), name, time_zone, clock }
  const validity = new Map(before.validity).set(strategy_id, await validityOf(db, strategy_id))
  const after = planWith({ ...before, validity }, { strategy_id, from: now, to: null })
  refuseGap(before, after, { now, field: 'strategy_id' })
}

async function validityOf(db: Db, id: number): Promise<Validity> {
  const columns = ['valid_from', 'valid_to'] as const
  const found = await db.selectFrom('strategy').select(columns).where('id', '=', id).executeTakeFirst()
  if (!found) throw wrongField('strategy_id', 'unknown_reference')
  return found
}

/** Refuses other days of validity for a strategy where a site that counts on it would be left without a price. */
export async function refuseShorter(db: Db, strategy_id: number, validity: Validity, field: string): Promise<void> {
  const now = Date.now()
  for (const before of await sitesPlanning(db, strategy_id, now)) {
    const after = { ...before, validity: new Map(before.validity).set(strategy_id, validity) }
    refuseGap(before, after, { now, field })
  }
}
