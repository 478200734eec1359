import { type Kysely, sql } from 'kysely'
import type { Ask, Intent } from '../../shared/domain/intent.ts'
import { ACTIVE_KEY, flawOfMove, ORDER_KEY, orderBack, orderFor, slotsIn } from '../../shared/domain/network.ts'
import type { TargetState } from '../../shared/entities/campaign-target.ts'
import type { Command } from '../../shared/entities/command.ts'
import type { Database } from '../kit/database/tables.ts'
import { isOurs, knownNetwork, standingOf } from './networks.ts'
import type { Ended, Target, Wait } from './ports.ts'
import {
  beforeGoingOver,
  type Doors,
  type End,
  endOfQuestion,
  QUESTION_STEPS,
  UNDER_WAY,
  want,
} from './raise-profile.ts'

type Db = Kysely<Database>

const READ = { ask: 'read_settings', keys: [ACTIVE_KEY, ORDER_KEY] } satisfies Intent
/** After it started anew: by which slot it came, and its order, which it may not have told before it went. Known by what stands first. */
const LOOK = { ask: 'read_settings', keys: [ORDER_KEY, ACTIVE_KEY] } satisfies Intent
const isLook = (intent: Intent | null) => intent?.ask === 'read_settings' && intent.keys[0] === LOOK.keys[0]
/** Its words for a restart that is to come. */
const YES: ReadonlySet<string> = new Set(['Accepted', 'Scheduled'])
const DONE: End = { state: 'done', said: null }
const UNTOLD: End = { state: 'failed', said: 'network_untold' }

/** How far a pile is, by what it was asked for last: words of `campaigns:steps`. */
const STEPS: Readonly<Partial<Record<Ask, string>>> = {
  read_settings: 'reads_network',
  ...QUESTION_STEPS,
  configure: 'orders_network',
  move_network: 'restarts',
}

/** What a target was asked for last, and what became of it. */
interface Last {
  intent: Intent | null
  status: Command['status']
}

async function lastAsked(db: Db, { id }: Target): Promise<Last | null> {
  const { rows } = await sql<Last>`
    select c.intent::jsonb as intent, c.status
    from campaign_target t join command c on c.id = t.command_id where t.id = ${id}`.execute(db)
  return rows[0] ?? null
}

const kept = (db: Db, { id }: Target) =>
  db.selectFrom('network_move').selectAll().where('target_id', '=', id).executeTakeFirst()

/** The order of before is kept until its target is tried again: one that is asked twice has the new order already. */
const keepOrder = (db: Db, { id }: Target, order: readonly number[]) =>
  db
    .insertInto('network_move')
    .values({ target_id: id, order_before: order.join(',') })
    .onConflict((conflict) => conflict.doNothing())
    .execute()

/** How it ends, once its order of before is put back. */
async function putBack(db: Db, target: Target, { state, said }: End): Promise<null> {
  await db.updateTable('network_move').set({ ends_as: state, said }).where('target_id', '=', target.id).execute()
  // What comes by chance raises nothing.
  await want(db, target.pile_id, null)
  await goOn(db, target)
  return null
}

/** A pile may answer or come back when its campaign is over: it is asked on for all that. */
const goOn = (db: Db, { id }: Target) =>
  sql`update campaign set state = 'running', ended_at = null, until = greatest(until, now() + interval '1 hour')
    where state = 'done' and id = (select campaign_id from campaign_target where id = ${id})`.execute(db)

/** A slot with a higher security profile is one to go over to: the same that a raised profile rests on (A05.FR.02, A05.FR.03). */
async function beforeMove(
  db: Db,
  target: Target,
  slot: number,
  doors: Doors,
): Promise<Intent | { impossible: string } | Wait | null> {
  const { pile_id } = target
  const network = await knownNetwork(db, pile_id)
  const standing = await standingOf(db, pile_id)
  const flaw = flawOfMove(slot, network, standing)
  if (flaw) return { impossible: flaw }
  const { profile, address } = network.known.get(slot) ?? { profile: null, address: null }
  if (profile === null || profile <= standing.connected) return null
  const ours = isOurs(address ?? '', doors)
  const first = await beforeGoingOver(db, target, profile, ours ? doors : { serves: null, signs: false })
  if (first) return first
  // It came by it: nothing lower lets it in any more (A05.FR.07).
  if (ours) await want(db, pile_id, profile)
  return null
}

/** How it stands before it is sent anywhere. */
async function endOfRead(db: Db, { pile_id }: Target, slot: number): Promise<End | null> {
  const { active, order } = await knownNetwork(db, pile_id)
  if (active === null) return { state: 'refused', said: 'network_untold' }
  return active === slot && order[0] === slot ? DONE : null
}

/** By which slot it came. */
async function endOfLook(db: Db, target: Target, slot: number): Promise<End | null> {
  const { active } = await knownNetwork(db, target.pile_id)
  if (active === slot) return DONE
  return active === null ? UNTOLD : await putBack(db, target, { state: 'failed', said: 'fell_back' })
}

/** It said whether it starts anew, did so, or did not in time. */
async function endOfRestart(db: Db, target: Target, { state, word }: Ended): Promise<End | null> {
  if (state === 'accepted') return null
  if (state === 'done') {
    await goOn(db, target)
    return null
  }
  // It said yes: it may still come, and then tells by which slot.
  if (word !== null && YES.has(word)) return { state, said: 'no_restart' }
  return await putBack(db, target, { state, said: 'restart_refused' })
}

/** It was given an order: the new one, or that of before. */
async function endOfOrder(db: Db, target: Target, { state }: Ended): Promise<End | null> {
  // RebootRequired is a yes (B10.FR.01): that it does next.
  const isTaken = state === 'done' || state === 'accepted'
  const move = await kept(db, target)
  if (move?.ends_as) return { state: move.ends_as, said: isTaken ? move.said : `${move.said}_kept` }
  if (isTaken) return null
  await want(db, target.pile_id, null)
  return { state, said: 'order_refused' }
}

/** The order that a pile is given: with the slot first, or after it led nowhere that of before. */
async function orderIntent(db: Db, target: Target, slot: number): Promise<Intent> {
  const network = await knownNetwork(db, target.pile_id)
  const move = await kept(db, target)
  if (!move) await keepOrder(db, target, network.order)
  const order = move?.ends_as ? orderBack(slot, slotsIn(move.order_before), network.active) : orderFor(slot, network)
  return { ask: 'configure', key: ORDER_KEY, value: order.join(',') }
}

/**
 * How campaigns send piles to another slot (B10): a pile tells how it stands, is refused where it could not come back, is given the order in which
 * the slot in use stands behind the new one, starts anew when nothing charges, and tells by which it came. One that does not start, or came by
 * the old one, is given its order of before.
 */
export const moveWork = (doors: Doors) => ({
  action: 'move_network' as const,
  holds: 'effect' as const,
  // One that started anew would do so again.
  repeatable: ['read_settings', 'list_certificates', 'trigger', 'configure'] as const,
  stepOf: (state: TargetState, _: string | null, intent: Intent | null) =>
    UNDER_WAY.has(state) ? (isLook(intent) ? 'looks_network' : ((intent && STEPS[intent.ask]) ?? null)) : null,
  async intentOf(target: Target, payload: object, db: Db): Promise<Intent | { impossible: string } | Wait> {
    const { slot } = payload as { slot: number }
    const last = await lastAsked(db, target)
    if (last === null) {
      await db.deleteFrom('network_move').where('target_id', '=', target.id).execute()
      return READ
    }
    if ((await kept(db, target))?.ends_as) return await orderIntent(db, target, slot)
    // What was not answered, or never sent, is asked again.
    const isAnswered = last.status === 'done' || last.status === 'accepted'
    const ask = last.intent?.ask
    if (ask === 'move_network') return isAnswered ? LOOK : { ask: 'move_network', slot }
    if (isLook(last.intent)) return LOOK
    if (ask === 'read_settings' && !isAnswered) return READ
    if (ask === 'configure') return isAnswered ? { ask: 'move_network', slot } : await orderIntent(db, target, slot)
    return (await beforeMove(db, target, slot, doors)) ?? (await orderIntent(db, target, slot))
  },
  async next(target: Target, ended: Ended, payload: object, db: Db): Promise<End | null> {
    const question = await endOfQuestion(db, target, ended)
    if (question !== undefined) return question
    const { intent, state } = ended
    const { slot } = payload as { slot: number }
    switch (intent?.ask) {
      case 'read_settings':
        if (state !== 'done') return isLook(intent) ? UNTOLD : { state: 'refused', said: 'network_untold' }
        return isLook(intent) ? await endOfLook(db, target, slot) : await endOfRead(db, target, slot)
      case 'configure':
        return await endOfOrder(db, target, ended)
      default:
        return await endOfRestart(db, target, ended)
    }
  },
})
