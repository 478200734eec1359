import { type Kysely, sql } from 'kysely'
import type { Ask, Intent } from '../../shared/domain/intent.ts'
import { ACTIVE_KEY, flawOfMove, ORDER_KEY, orderFor } from '../../shared/domain/network.ts'
import type { TargetState } from '../../shared/entities/campaign-target.ts'
import type { Database } from '../kit/database/tables.ts'
import { isOurs, knownNetwork, standingOf } from './networks.ts'
import type { Ended, Target, Wait } from './ports.ts'
import { beforeGoingOver, type Doors, type End, endOfQuestion, want } from './raise-profile.ts'

type Db = Kysely<Database>

const READ: Intent = { ask: 'read_settings', keys: [ACTIVE_KEY, ORDER_KEY] }
/** After it started anew: by which slot it came. */
const LOOK: Intent = { ask: 'read_settings', keys: [ACTIVE_KEY] }
const isLook = (intent: Intent | null) => intent?.ask === 'read_settings' && intent.keys.length === 1

/** How far a pile is, by what it was asked for last: words of `campaigns:steps`. */
const STEPS: Readonly<Partial<Record<Ask, string>>> = {
  read_settings: 'reads_network',
  list_certificates: 'reads_roots',
  trigger: 'asks_certificate',
  configure: 'orders_network',
  move_network: 'restarts',
}
const UNDER_WAY: ReadonlySet<TargetState> = new Set(['sent', 'accepted'])

/** What a target was asked for last; null: nothing yet. */
async function lastAsk(db: Db, { id }: Target): Promise<Ask | null> {
  const { rows } = await sql<{ action: Ask }>`
    select c.action from campaign_target t join command c on c.id = t.command_id where t.id = ${id}`.execute(db)
  return rows[0]?.action ?? null
}

/** A pile may come back when its campaign is over: it is asked for all that by which slot it came. */
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

async function endOfRead(db: Db, { pile_id }: Target, slot: number, look: boolean): Promise<End | null> {
  const { active, order } = await knownNetwork(db, pile_id)
  if (active === null) return { state: look ? 'failed' : 'refused', said: 'network_untold' }
  if (active === slot && (look || order[0] === slot)) return { state: 'done', said: null }
  if (!look) return null
  // It came by the old one: that stays open, and what comes by chance raises nothing.
  await want(db, pile_id, null)
  return { state: 'failed', said: 'fell_back' }
}

/**
 * How campaigns send piles to another slot (B10): a pile tells how it stands, is refused where it could not come back, is given the order in which
 * the slot in use stands behind the new one, starts anew when nothing charges, and tells by which it came.
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
    const last = await lastAsk(db, target)
    if (last === null) return READ
    if (last === 'move_network') return LOOK
    if (last === 'configure') return { ask: 'move_network', slot }
    const first = await beforeMove(db, target, slot, doors)
    if (first) return first
    const order = orderFor(slot, await knownNetwork(db, target.pile_id))
    return { ask: 'configure', key: ORDER_KEY, value: order.join(',') }
  },
  async next(target: Target, ended: Ended, payload: object, db: Db): Promise<End | null> {
    const question = await endOfQuestion(db, target, ended)
    if (question !== undefined) return question
    const { intent, state, word } = ended
    const { slot } = payload as { slot: number }
    const isDone = state === 'done'
    switch (intent?.ask) {
      case 'read_settings':
        if (isDone) return await endOfRead(db, target, slot, isLook(intent))
        return { state: isLook(intent) ? 'failed' : 'refused', said: 'network_untold' }
      case 'configure':
        // RebootRequired is a yes (B10.FR.01): that it does next.
        if (isDone || state === 'accepted') return null
        await want(db, target.pile_id, null)
        return { state, said: 'order_refused' }
      default:
        if (state === 'accepted') return null
        if (!isDone) return { state, said: word }
        await goOn(db, target)
        return null
    }
  },
})
