import type { FastifyInstance } from 'fastify'
import type { ArrangedRule, arrangeDay } from '../../shared/endpoints/billing.ts'
import { billingRule } from '../../shared/entities/billing-rule.ts'
import { strategy as strategyEntity } from '../../shared/entities/strategy.ts'
import type { Data, Parsed } from '../../shared/kit/endpoint.ts'
import type { Context } from '../kit/context.ts'
import { refuseArchived } from '../kit/crud/archive.ts'
import { Changing } from '../kit/crud/changing.ts'
import { Reading } from '../kit/crud/reading.ts'
import { may } from '../kit/person.ts'
import { notFound, Refusal, wrongField } from '../kit/refusal.ts'
import { refuseGaps } from './coverage-check.ts'

type Day = Parsed<typeof arrangeDay>
type Strategy = { id: number; name: string }

const LONGEST_NAME = 60

/** Saves a strategy's whole day; see `arrangeDay`. Which hours are covered is looked at once, when all is in place. */
export function dayArranger(app: FastifyInstance) {
  // The rules' own check would refuse what lies between the old day and the new one.
  const changing = new Changing({
    entity: billingRule,
    extension: {},
    reading: new Reading(billingRule, {}),
    changed: app.kit.changed,
  })

  /** The rule's id in the strategy's new day, and the copy's name where it became one. */
  async function keep(rule: ArrangedRule, strategy: Strategy, context: Context) {
    const { id, version, ...values } = rule
    if (id === null) return { id: (await make(values, context)).id, copied: null }
    if (!(await differs(rule, context))) return { id, copied: null }
    if (await isShared(id, strategy.id, context)) {
      const name = await freeName(values.name, strategy.name, context)
      return { id: (await make({ ...values, name }, context)).id, copied: { name: values.name, copy: name } }
    }
    allow('billing_rule.update', context)
    // Held by the contract: a rule that is there comes with its version.
    await changing.update({ id, version: version as number, ...values }, context)
    return { id, copied: null }
  }

  const make = (values: Omit<ArrangedRule, 'id' | 'version'>, context: Context) => {
    allow('billing_rule.create', context)
    return changing.create({ ...values, status: 'enabled' }, context)
  }

  return async ({ id, version, name, rules }: Day, context: Context): Promise<Data<typeof arrangeDay>> => {
    const strategy = id === null ? await makeStrategy(name, context) : await lock({ id, version, name }, context)
    await refuseTakenNames(rules, context)
    const kept = []
    for (const rule of rules) kept.push(await keep(rule, strategy, context))
    const ids = [...new Set(kept.map((rule) => rule.id))]
    await refuseGaps(context.db, ids, 'rules')
    await setRules(strategy.id, ids, context)
    return { id: strategy.id, copied: kept.flatMap(({ copied }) => copied ?? []) }
  }
}

function allow(permission: string, { person }: Context): void {
  if (!may(person, permission)) throw new Refusal(403, 'no_permission')
}

async function makeStrategy(name: string | undefined, context: Context): Promise<Strategy> {
  allow('strategy.create', context)
  if (name === undefined) throw wrongField('name', 'required')
  return context.db
    .insertInto('strategy')
    .values({ name, status: 'enabled' })
    .returning(['id', 'name'])
    .executeTakeFirstOrThrow()
}

async function lock({ id, version, name }: Pick<Day, 'version' | 'name'> & { id: number }, { db }: Context) {
  const strategy = await db.selectFrom('strategy').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  if (!strategy) throw notFound()
  refuseArchived(strategyEntity, strategy)
  if (version !== undefined && version !== strategy.version)
    throw new Refusal(409, 'changed_by_someone_else', { data: { current: strategy } })
  if (name !== undefined && name !== strategy.name)
    await db.updateTable('strategy').set({ name }).where('id', '=', id).execute()
  return { id, name: name ?? strategy.name }
}

/** Says at which of the rules a name is taken; the database would only say that one is. */
async function refuseTakenNames(rules: readonly ArrangedRule[], { db }: Context): Promise<void> {
  const mine = rules.flatMap(({ id }) => (id === null ? [] : [id]))
  const names = rules.map(({ name }) => name)
  const others = await db
    .selectFrom('billing_rule')
    .select('name')
    .where('name', 'in', names)
    .where('archived_at', 'is', null)
    .$if(mine.length > 0, (query) => query.where('id', 'not in', mine))
    .execute()
  const taken = new Set(others.map(({ name }) => name))
  const wrong = names.flatMap((name, at) => (taken.has(name) || names.indexOf(name) < at ? [at] : []))
  if (!wrong.length) return
  const fields = Object.fromEntries(wrong.map((at) => [`rules.${at}.name`, { key: 'already_taken' }]))
  throw new Refusal(422, 'invalid_input', { fields })
}

async function differs({ id, version, ...values }: ArrangedRule, { db }: Context): Promise<boolean> {
  const known = await db
    .selectFrom('billing_rule')
    .selectAll()
    .where('id', '=', Number(id))
    .forUpdate()
    .executeTakeFirst()
  if (!known) throw notFound()
  return Object.entries(values).some(([name, value]) => known[name as keyof typeof known] !== value)
}

const isShared = async (rule_id: number, strategy_id: number, { db }: Context): Promise<boolean> =>
  (await db
    .selectFrom('strategy_rule')
    .select('strategy_id')
    .where('rule_id', '=', rule_id)
    .where('strategy_id', '<>', strategy_id)
    .limit(1)
    .executeTakeFirst()) !== undefined

/** `Peak (Summer)`, then `Peak (Summer) 2`: a rule's name is its own. */
async function freeName(name: string, strategy: string, { db }: Context): Promise<string> {
  for (let copy = 1; ; copy++) {
    const behind = copy > 1 ? ` ${copy}` : ''
    const given = `${`${name} (${strategy})`.slice(0, LONGEST_NAME - behind.length)}${behind}`
    const taken = await db
      .selectFrom('billing_rule')
      .select('id')
      .where('name', '=', given)
      .where('archived_at', 'is', null)
      .executeTakeFirst()
    if (!taken) return given
  }
}

/** A strategy's rules as a whole; its version grows. */
export async function setRules(strategy_id: number, rule_ids: readonly number[], { db }: Context): Promise<void> {
  await db.deleteFrom('strategy_rule').where('strategy_id', '=', strategy_id).execute()
  await db
    .insertInto('strategy_rule')
    .values(rule_ids.map((rule_id) => ({ strategy_id, rule_id })))
    .execute()
  await db
    .updateTable('strategy')
    .set((eb) => ({ version: eb('version', '+', 1), updated_at: new Date().toISOString() }))
    .where('id', '=', strategy_id)
    .execute()
}
