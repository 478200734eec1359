import type { billingRule } from '../../shared/entities/billing-rule.ts'
import type { strategy } from '../../shared/entities/strategy.ts'
import type { Looking } from '../kit/context.ts'
import type { Extension } from '../kit/crud/extension.ts'
import { reached } from '../kit/reach/within.ts'
import { Refusal } from '../kit/refusal.ts'
import { refuseBreaking, refuseGaps } from './coverage-check.ts'

export const strategyExtension: Extension<typeof strategy> = {
  check: async ({ rule_ids, status }, { db, person }, before) => {
    if (before?.status === 'enabled' && status === 'disabled') await refuseWhileUsed({ db, person }, before.id)
    await refuseGaps(db, rule_ids)
  },
}

export const billingRuleExtension: Extension<typeof billingRule> = {
  check: async ({ start_hour, end_hour, status }, { db }, before) => {
    if (!before) return
    const same = before.start_hour === start_hour && before.end_hour === end_hour && before.status === status
    if (!same) await refuseBreaking(db, { id: before.id, start_hour, end_hour, enabled: status === 'enabled' })
  },
}

/** A site whose strategy is disabled has no price: its sessions would all wait for a person. */
async function refuseWhileUsed({ db, person }: Looking, strategy_id: number): Promise<void> {
  const sites = await db
    .selectFrom('site')
    .select('name')
    .select(reached(person, 'site', 'site').as('theirs'))
    .where('strategy_id', '=', strategy_id)
    .where('archived_at', 'is', null)
    .orderBy('name')
    .limit(5)
    .execute()
  if (sites.length)
    throw new Refusal(409, 'refusals:strategy_used', {
      figures: { sites: sites.map(({ name, theirs }) => (theirs ? name : '…')).join(', ') },
    })
}
