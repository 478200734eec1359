import type { billingRule } from '../../shared/entities/billing-rule.ts'
import type { strategy } from '../../shared/entities/strategy.ts'
import type { Use } from '../../shared/kit/uses.ts'
import type { Looking } from '../kit/context.ts'
import type { Extension } from '../kit/crud/extension.ts'
import { sitesPlanning } from '../kit/price-plan/plan.ts'
import { refuseShorter } from '../kit/price-plan/refuse-gap.ts'
import { reached } from '../kit/reach/within.ts'
import { Refusal, wrongField } from '../kit/refusal.ts'
import { refuseBreaking, refuseGaps } from './coverage-check.ts'

const MOST_NAMED = 5

export const strategyExtension: Extension<typeof strategy> = {
  check: async ({ rule_ids, status, valid_from = null, valid_to = null }, { db, person }, before) => {
    if (valid_from && valid_to && valid_to < valid_from) throw wrongField('valid_to', 'refusals:ends_before_start')
    if (before?.status === 'enabled' && status === 'disabled') await refuseWhileUsed({ db, person }, before.id)
    await refuseGaps(db, rule_ids)
    if (before && (before.valid_from !== valid_from || before.valid_to !== valid_to)) {
      const field = before.valid_to !== valid_to ? 'valid_to' : 'valid_from'
      await refuseShorter(db, before.id, { valid_from, valid_to }, field)
    }
  },
  async uses(ids, { db, person }) {
    const found = new Map<number, Use[]>()
    for (const id of ids) {
      const uses = await planned({ db, person }, id)
      if (uses.length) found.set(id, uses)
    }
    return found
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
async function refuseWhileUsed(looking: Looking, strategy_id: number): Promise<void> {
  const sites = await usersOf(looking, strategy_id)
  if (sites.length)
    throw new Refusal(409, 'refusals:strategy_used', {
      figures: {
        sites: sites
          .slice(0, MOST_NAMED)
          .map(({ name, theirs }) => (theirs ? name : '…'))
          .join(', '),
      },
    })
}

/** Sites that have it planned for later only; those that have it now point at it themselves. */
async function planned(looking: Looking, strategy_id: number): Promise<Use[]> {
  const sites = (await usersOf(looking, strategy_id)).filter(({ standing }) => standing !== strategy_id)
  if (!sites.length) return []
  const titles = sites.filter(({ theirs }) => theirs).slice(0, MOST_NAMED)
  const named = { ids: titles.map(({ id }) => id), titles: titles.map(({ name }) => name) }
  return [{ entity: 'site', ...named, count: sites.length }]
}

/** The sites that a strategy prices, now or as it is planned; which of them this person reaches. */
async function usersOf({ db, person }: Looking, strategy_id: number) {
  const ids = (await sitesPlanning(db, strategy_id, Date.now())).map(({ id }) => id)
  if (!ids.length) return []
  return db
    .selectFrom('site')
    .select(['id', 'name', 'strategy_id as standing'])
    .select(reached(person, 'site', 'site').as('theirs'))
    .where('id', 'in', ids)
    .orderBy('name')
    .execute()
}
