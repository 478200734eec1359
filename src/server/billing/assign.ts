import type { FastifyInstance } from 'fastify'
import type { PricePeriod } from '../../shared/domain/price-plan.ts'
import { instantAt } from '../../shared/domain/time-zone.ts'
import type { assignStrategy, dropPeriod } from '../../shared/endpoints/price-plan.ts'
import { strategy as strategyEntity } from '../../shared/entities/strategy.ts'
import type { Parsed } from '../../shared/kit/endpoint.ts'
import { auditAll } from '../kit/audit.ts'
import type { Context } from '../kit/context.ts'
import { refuseArchived } from '../kit/crud/archive.ts'
import { iso, isoOrNull } from '../kit/instants.ts'
import { plansOf, type SitePlan } from '../kit/price-plan/plan.ts'
import { planWith, refuseGap, shownAt } from '../kit/price-plan/refuse-gap.ts'
import { notFound, Refusal, wrongField } from '../kit/refusal.ts'

type Given = Parsed<typeof assignStrategy>

// What was typed a moment ago may begin now.
const PATIENCE_MS = 60_000

/** Gives a strategy to sites from a time on; see `assignStrategy`. All of them or none. */
export const strategyAssigner =
  (app: FastifyInstance) =>
  async (given: Given, context: Context): Promise<null> => {
    const { db, afterCommit } = context
    const strategy = await usable(given.id, context)
    const ids = [...new Set(given.site_ids)]
    await lockSites(ids, context)
    const now = Date.now()
    for (const plan of await plansOf(db, ids)) await assign(plan, { strategy, given, now }, context)
    const after = { strategy_id: given.id, from: given.from, to: given.to }
    const change = { action: 'assign-sites', entity: 'site', before: null, after }
    await auditAll(
      db,
      context,
      ids.map((entity_id) => ({ ...change, entity_id })),
    )
    afterCommit(() => {
      for (const id of ids) app.kit.changed('site', id)
    })
    return null
  }

/** Held until the transaction ends: its validity and a plan cannot change past each other. */
async function usable(id: number, { db }: Context) {
  const strategy = await db.selectFrom('strategy').selectAll().where('id', '=', id).forShare().executeTakeFirst()
  if (!strategy) throw notFound()
  refuseArchived(strategyEntity, strategy)
  if (strategy.status !== 'enabled') throw new Refusal(409, 'refusals:strategy_disabled')
  return strategy
}

async function lockSites(ids: readonly number[], { db }: Context): Promise<void> {
  const found = await db
    .selectFrom('site')
    .select('archived_at')
    .where('id', 'in', ids)
    .orderBy('id')
    .forUpdate()
    .execute()
  if (found.length < ids.length) throw wrongField('site_ids', 'unknown_reference')
  if (found.some(({ archived_at }) => archived_at !== null)) throw wrongField('site_ids', 'archived_reference')
}

interface Assigning {
  strategy: { id: number; valid_from: string | null; valid_to: string | null }
  given: Given
  now: number
}

async function assign(plan: SitePlan, { strategy, given, now }: Assigning, { db }: Context): Promise<void> {
  const period = periodOf(plan, given, now)
  const { id: strategy_id, valid_from, valid_to } = strategy
  const before = { ...plan, validity: new Map(plan.validity).set(strategy_id, { valid_from, valid_to }) }
  refuseOverlap(before, period)
  refuseGap(before, planWith(before, { ...period, strategy_id }), { now, field: period.to === null ? 'from' : 'to' })
  if (given.from === null && period.to === null) {
    // The plan follows by itself.
    await db
      .updateTable('site')
      .set((eb) => ({ strategy_id, version: eb('version', '+', 1), updated_at: iso(now) }))
      .where('id', '=', plan.id)
      .execute()
    return
  }
  const row = { site_id: plan.id, strategy_id, starts_at: iso(period.from), ends_at: isoOrNull(period.to) }
  await db.insertInto('strategy_period').values(row).execute()
}

type Span = { from: number; to: number | null }

function periodOf({ clock, name }: SitePlan, { from, to }: Given, now: number): Span {
  const read = (field: 'from' | 'to', wall: string) => {
    const at = instantAt(clock, Date.parse(`${wall}Z`))
    if (at === null) throw wrongField(field, 'refusals:no_such_time', { site: name })
    return at
  }
  const begin = from === null ? now : read('from', from)
  const end = to === null ? null : read('to', to)
  if (begin < now - PATIENCE_MS) throw wrongField('from', 'refusals:price_in_past', { site: name })
  if (end !== null && end <= Math.max(begin, now)) throw wrongField('to', 'refusals:ends_before_start')
  return { from: begin, to: end }
}

/** Two with an end never hold at once, and no two without one begin at the same time. */
function refuseOverlap(plan: SitePlan, { from, to }: Span): void {
  const other = plan.periods.find((period) => {
    if (period.to === null || to === null) return period.to === to && period.from === from
    return (period.from ?? 0) < to && from < period.to
  })
  if (!other) return
  const field = to !== null && (other.from ?? 0) > from ? 'to' : 'from'
  throw wrongField(field, other.to === null ? 'refusals:price_begins' : 'refusals:price_overlaps', {
    site: plan.name,
    strategy: plan.titles.get(other.strategy_id ?? 0) ?? '–',
    from: shownAt(plan.clock, other.from ?? 0),
    to: other.to === null ? '' : shownAt(plan.clock, other.to),
  })
}

/** Takes a planned period back; one that has begun and has an end, ends now. */
export async function drop({ id, period_id }: Parsed<typeof dropPeriod>, context: Context): Promise<null> {
  const { db } = context
  await lockSites([id], context)
  const now = Date.now()
  const [plan] = await plansOf(db, [id])
  const period = plan?.periods.find((one) => one.id === period_id)
  if (!plan || !period || !isDroppable(period, now)) throw new Refusal(409, 'refusals:price_holds')
  const after = { ...plan, periods: plan.periods.filter((one) => one !== period) }
  refuseGap(plan, after, { now, field: 'period_id' })
  const stored = db.deleteFrom('strategy_period').where('id', '=', period_id)
  if ((period.from ?? 0) > now) await stored.execute()
  else
    await db
      .updateTable('strategy_period')
      .set({ ends_at: iso(now) })
      .where('id', '=', period_id)
      .execute()
  return null
}

/** What holds for good already is followed by another, never taken back. */
export const isDroppable = ({ from, to }: PricePeriod, now: number) =>
  to === null ? from !== null && from > now : to > now
