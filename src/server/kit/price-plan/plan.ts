import { type Kysely, sql } from 'kysely'
import {
  type PricePeriod,
  type PriceStretch,
  periodAt,
  pricesEnd,
  stretchesFrom,
  type Validity,
} from '../../../shared/domain/price-plan.ts'
import { type SiteClock, siteClock } from '../../../shared/domain/time-zone.ts'
import type { Database } from '../database/tables.ts'
import { msOrNull } from '../instants.ts'

type Db = Kysely<Database>

/** All that is planned for a site, and what was. */
export interface SitePlan {
  id: number
  name: string
  time_zone: string
  clock: SiteClock
  periods: PricePeriod[]
  /** Of each strategy in the periods; one that is disabled is not there. */
  validity: Map<number, Validity>
  titles: Map<number, string>
}

interface Row {
  site_id: number
  site: string
  time_zone: string
  id: number | null
  strategy_id: number | null
  strategy: string | null
  status: string | null
  valid_from: string | null
  valid_to: string | null
  starts_at: string | null
  ends_at: string | null
}

/** The plans of sites in the order of their names, whether or not anything is planned there. */
export async function plansOf(db: Db, site_ids: readonly number[]): Promise<SitePlan[]> {
  const { rows } = await sql<Row>`
    select site.id as site_id, site.name as site, site.time_zone, p.id, p.strategy_id, strategy.name as strategy,
      strategy.status, valid_from, valid_to, starts_at, ends_at
    from site left join strategy_period p on p.site_id = site.id left join strategy on strategy.id = p.strategy_id
    where site.id = any(${[...site_ids]}::bigint[]) order by site.name, site.id, p.id`.execute(db)
  const plans = new Map<number, SitePlan>()
  for (const row of rows) {
    const { site_id: id, site: name, time_zone } = row
    const clock = siteClock(time_zone)
    const plan = plans.get(id) ?? { id, name, time_zone, clock, periods: [], validity: new Map(), titles: new Map() }
    plans.set(id, plan)
    addRow(plan, row)
  }
  return [...plans.values()]
}

function addRow({ periods, validity, titles }: SitePlan, row: Row): void {
  const { id, strategy_id, strategy, status, valid_from, valid_to } = row
  if (id === null) return
  periods.push({ id, strategy_id, from: msOrNull(row.starts_at), to: msOrNull(row.ends_at) })
  if (strategy_id === null) return
  titles.set(strategy_id, String(strategy))
  if (status === 'enabled') validity.set(strategy_id, { valid_from, valid_to })
}

/** What a site charges by now, and what begins there next; null where nothing else is planned. */
export function pricesNow(plan: SitePlan, now: number) {
  const [held, next] = stretchesFrom(plan, now)
  const titled = (id: number | null | undefined) => (id ? { id, title: plan.titles.get(id) ?? '' } : null)
  return {
    now: titled(held?.strategy_id),
    next: next ? { from: new Date(next.from).toISOString(), strategy: titled(next.strategy_id) } : null,
  }
}

/** Where a plan leaves a site without a price that had one before: by what is planned now, or where it is not valid from the start. */
export function gapsOf(plan: SitePlan, now: number): PriceStretch[] {
  const stretches = stretchesFrom(plan, now)
  const [first] = stretches
  const refused = first?.strategy_id === null && periodAt(plan.periods, now)?.strategy_id
  return [...(refused ? [first] : []), ...pricesEnd(stretches)]
}

/** The first gap that a change of the plan brings about; those that were there already are not its fault. */
export function newGap(before: SitePlan, after: SitePlan, now: number): PriceStretch | undefined {
  const known = new Set(gapsOf(before, now).map(({ from }) => from))
  return gapsOf(after, now).find(({ from }) => !known.has(from))
}

/** Sites whose plans name a strategy now or later. */
export async function sitesPlanning(db: Db, strategy_id: number, now: number): Promise<SitePlan[]> {
  const found = await db
    .selectFrom('strategy_period')
    .innerJoin('site', 'site.id', 'strategy_period.site_id')
    .select('site_id')
    .distinct()
    .where('strategy_period.strategy_id', '=', strategy_id)
    .where('site.archived_at', 'is', null)
    .where(({ or, eb }) => or([eb('ends_at', 'is', null), eb('ends_at', '>', new Date(now).toISOString())]))
    .execute()
  const plans = await plansOf(
    db,
    found.map(({ site_id }) => site_id),
  )
  return plans.filter((plan) => usesFrom(plan, strategy_id, now))
}

/** Whether the strategy decides at some time from now on, valid or not. */
const usesFrom = ({ periods }: SitePlan, strategy_id: number, now: number) =>
  [now, ...periods.flatMap(({ from, to }) => [from, to])].some(
    (at) => at !== null && at >= now && periodAt(periods, at)?.strategy_id === strategy_id,
  )
