import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { allotRules, arrangeDay, strategyView } from '../../shared/endpoints/billing.ts'
import { assignStrategy, dropPeriod, pricePlan } from '../../shared/endpoints/price-plan.ts'
import { billingRule } from '../../shared/entities/billing-rule.ts'
import { site } from '../../shared/entities/site.ts'
import { strategy as strategyEntity } from '../../shared/entities/strategy.ts'
import type { Data, Parsed } from '../../shared/kit/endpoint.ts'
import type { Context } from '../kit/context.ts'
import { refuseArchived } from '../kit/crud/archive.ts'
import { sitesPlanning } from '../kit/price-plan/plan.ts'
import { theirsOf } from '../kit/reach/hold.ts'
import { notFound } from '../kit/refusal.ts'
import { serve } from '../kit/serve.ts'
import { dayArranger, setRules } from './arrange.ts'
import { drop, strategyAssigner } from './assign.ts'
import { refuseGaps } from './coverage-check.ts'
import { lineOf, pricesOf } from './price-lines.ts'

export function billingRoutes(app: FastifyInstance): void {
  serve(app, strategyView, view)
  serve(app, allotRules, allot)
  serve(app, assignStrategy, strategyAssigner(app))
  serve(app, dropPeriod, drop)
  serve(app, pricePlan, planOf)
  serve(app, { ...arrangeDay, fields: billingRule.fields }, dayArranger(app))
}

async function view({ id }: Parsed<typeof strategyView>, { db, person }: Context): Promise<Data<typeof strategyView>> {
  const strategy = await db
    .selectFrom('strategy')
    .select(['id', 'name', 'status', 'valid_from', 'valid_to', 'version'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!strategy) throw notFound()
  const rules = await db
    .selectFrom('strategy_rule')
    .innerJoin('billing_rule', 'billing_rule.id', 'strategy_rule.rule_id')
    .selectAll('billing_rule')
    .select(
      sql<number>`(select count(*) from strategy_rule o where o.rule_id = billing_rule.id and o.strategy_id <> ${id})`.as(
        'shared',
      ),
    )
    .where('strategy_id', '=', id)
    .orderBy('start_hour')
    .orderBy('billing_rule.id')
    .execute()
  const now = Date.now()
  const plans = await sitesPlanning(db, id, now)
  const theirs = new Set(
    await theirsOf(
      db,
      person,
      site,
      plans.map((plan) => plan.id),
    ),
  )
  const sites = plans.filter((plan) => theirs.has(plan.id)).map((plan) => lineOf(plan, now))
  const told = rules.map(({ created_at: _, updated_at: __, archived_at: ___, ...rule }) => rule)
  return { strategy: { ...strategy, rule_ids: rules.map((rule) => rule.id) }, rules: told, sites }
}

async function planOf({ id }: Parsed<typeof pricePlan>, { db }: Context): Promise<Data<typeof pricePlan>> {
  const [prices] = await pricesOf(db, [id], Date.now())
  if (!prices) throw notFound()
  return prices
}

/** Sets a strategy's rules as a whole. */
async function allot({ id, rule_ids }: Parsed<typeof allotRules>, context: Context): Promise<null> {
  const { db } = context
  const known = await db
    .selectFrom('strategy')
    .select('archived_at')
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!known) throw notFound()
  refuseArchived(strategyEntity, known)
  const rules = [...new Set(rule_ids)]
  await refuseGaps(db, rules)
  await setRules(id, rules, context)
  return null
}
