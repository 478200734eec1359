import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { CampaignRow } from '../../shared/endpoints/campaigns.ts'
import { type Campaign, campaign as campaignEntity } from '../../shared/entities/campaign.ts'
import { RETRIED_TARGET } from '../../shared/entities/campaign-target.ts'
import type { Context } from '../kit/context.ts'
import { type Kept, keptRows } from '../kit/crud/rows.ts'
import type { Database } from '../kit/database/tables.ts'
import { reached } from '../kit/reach/within.ts'
import { notFound, Refusal } from '../kit/refusal.ts'
import { withTargets } from './campaign-extension.ts'

type State = Campaign['state']
type Control = (id: number, context: Context) => Promise<CampaignRow>

interface Step {
  /** From these states alone. */
  from: readonly State[]
  change: RawBuilder<unknown>
  /** What becomes of its targets. */
  targets?: (id: number) => RawBuilder<unknown>
}

/** It gets as much time again as it had. */
const AGAIN = sql`until = greatest(until, now() + (until - created_at))`

const STEPS = {
  pause: { from: ['running'], change: sql`state = 'paused'` },
  // What stopped it would stop it again.
  resume: {
    from: ['paused', 'stopped'],
    change: sql`stop_percent = case when state = 'stopped' then null else stop_percent end, state = 'running'`,
  },
  cancel: {
    from: ['running', 'paused', 'stopped'],
    change: sql`state = 'cancelled', ended_at = now()`,
    targets: (
      id,
    ) => sql`update campaign_target set state = 'cancelled', waits_for = null, ended_at = now(), version = version + 1,
      updated_at = now() where campaign_id = ${id} and state = 'pending'`,
  },
  retry: {
    from: ['running', 'paused', 'stopped', 'done', 'cancelled'],
    change: sql`state = 'running', ended_at = null, ${AGAIN}`,
    targets: (
      id,
    ) => sql`update campaign_target set state = 'pending', tries = 0, due_at = null, ended_at = null, command_id = null,
      version = version + 1, updated_at = now() where campaign_id = ${id} and state in (${sql.join(RETRIED_TARGET)})`,
  },
} satisfies Record<string, Step>

/** Pauses, resumes, cancels or tries again: by anyone who reaches all of its targets. */
export const control =
  (name: keyof typeof STEPS): Control =>
  async (id, context) => {
    const { db } = context
    const step: Step = STEPS[name]
    const state = await take(db, id)
    await refuseBeyond(id, context)
    if (!step.from.includes(state)) throw new Refusal(409, `campaigns:not_now.${name}`)
    const about = await carryOut(db, id, step)
    if (name === 'retry' && about === 0n) throw new Refusal(409, 'campaigns:nothing_to_retry')
    const [row] = await withTargets(await keptRows<Campaign & Kept>(db, campaignEntity, [id]), context)
    if (!row) throw notFound()
    return row
  }

/** Whether there was something to cancel. */
export async function cancelOne(db: Kysely<Database>, id: number): Promise<boolean> {
  const { from }: Step = STEPS.cancel
  if (!from.includes(await take(db, id))) return false
  await carryOut(db, id, STEPS.cancel)
  return true
}

/** Gives how many targets it was about. */
async function carryOut(db: Kysely<Database>, id: number, { targets, change }: Step): Promise<bigint> {
  const { numAffectedRows = 0n } = targets ? await targets(id).execute(db) : {}
  await sql`update campaign set ${change}, version = version + 1, updated_at = now() where id = ${id}`.execute(db)
  return numAffectedRows
}

async function take(db: Kysely<Database>, id: number): Promise<State> {
  const found = await db.selectFrom('campaign').select('state').where('id', '=', id).forUpdate().executeTakeFirst()
  if (!found) throw notFound()
  return found.state
}

/** It would reach piles that this person does not. */
async function refuseBeyond(id: number, { db, person }: Context): Promise<void> {
  const { rows } = await sql`
    select from campaign_target t where t.campaign_id = ${id} and not ${reached(person, 'campaign_target')} limit 1`.execute(
    db,
  )
  if (rows.length) throw new Refusal(403, 'campaigns:beyond')
}
