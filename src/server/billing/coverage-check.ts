import type { Kysely } from 'kysely'
import { type Coverage, coverage, type Hours, hourSpans, isComplete } from '../../shared/domain/coverage.ts'
import type { Database } from '../kit/database/tables.ts'
import { type Message, Refusal } from '../kit/refusal.ts'

type Db = Kysely<Database>

/** Refuses a set of rules that leaves an hour of the day out or prices one twice, at `field`, which names them. */
export async function refuseGaps(db: Db, rule_ids: readonly number[], field = 'rule_ids'): Promise<void> {
  const found = coverage(await enabledRules(db, rule_ids))
  if (isComplete(found)) return
  const message = { key: `refusals:${kindOf(found)}`, figures: hoursOf(found) }
  throw new Refusal(422, 'invalid_input', { fields: { [field]: message }, data: { ...found } })
}

/** Refuses to change a rule's hours, or to disable it, where a strategy that has it would no longer cover the day. */
export async function refuseBreaking(db: Db, rule: Hours & { id: number; enabled: boolean }): Promise<void> {
  for (const strategy of await strategiesWith(db, rule.id)) {
    const others = (await enabledRules(db, strategy.rule_ids)).filter(({ id }) => id !== rule.id)
    const found = coverage(rule.enabled ? [...others, rule] : others)
    if (!isComplete(found)) throw breaks(strategy.name, found)
  }
}

function breaks(strategy: string, found: Coverage): Refusal {
  const message: Message = { key: `refusals:breaks_${kindOf(found)}`, figures: { strategy, ...hoursOf(found) } }
  return new Refusal(409, message.key, { figures: message.figures ?? {}, data: { ...found } })
}

const kindOf = ({ missing, double }: Coverage) =>
  missing.length && double.length ? 'hours_missing_and_double' : missing.length ? 'hours_missing' : 'hours_double'

const hoursOf = ({ missing, double }: Coverage) => ({ missing: hourSpans(missing), double: hourSpans(double) })

/** Held against changes until the transaction ends: a rule and a strategy cannot change past each other. */
async function enabledRules(db: Db, ids: readonly number[]) {
  if (ids.length === 0) return []
  return await db
    .selectFrom('billing_rule')
    .select(['id', 'start_hour', 'end_hour'])
    .where('id', 'in', ids)
    .where('status', '=', 'enabled')
    .where('archived_at', 'is', null)
    .forShare()
    .execute()
}

const strategiesWith = (db: Db, rule_id: number): Promise<{ name: string; rule_ids: number[] }[]> =>
  db
    .selectFrom('strategy_rule as mine')
    .innerJoin('strategy', 'strategy.id', 'mine.strategy_id')
    .innerJoin('strategy_rule as all', 'all.strategy_id', 'strategy.id')
    .select(({ fn }) => ['strategy.name', fn.agg<number[]>('array_agg', ['all.rule_id']).as('rule_ids')])
    .where('mine.rule_id', '=', rule_id)
    .where('strategy.archived_at', 'is', null)
    .groupBy(['strategy.id', 'strategy.name'])
    .orderBy('strategy.name')
    .execute()
