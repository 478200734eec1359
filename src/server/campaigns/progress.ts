import { type Kysely, type RawBuilder, sql } from 'kysely'
import { isTooBad } from '../../shared/domain/campaign.ts'
import { OPEN_TARGET } from '../../shared/entities/campaign-target.ts'
import type { Database } from '../kit/database/tables.ts'
import { inTransaction } from '../kit/transaction.ts'
import { type Running, runningOnes, waitsFor } from './send.ts'
import type { Moved } from './settle.ts'

type Db = Kysely<Database>

export const runningCampaigns = (db: Db): Promise<Running[]> => runningOnes(db).orderBy('id').execute()

/** Gives up what was not reached in time, also while a campaign is paused. One that only waits for its turn is not late. */
export async function giveUp(db: Db): Promise<Moved[]> {
  const { rows } = await sql<Moved>`
    update campaign_target t set state = 'unreached', ended_at = now(), version = t.version + 1, updated_at = now()
    from campaign g where g.id = t.campaign_id and g.state in ('running', 'paused') and g.until <= now()
      and t.state = 'pending' and t.waits_for <> 'pilot' returning t.id, t.campaign_id`.execute(db)
  return rows
}

/** A pile that is gone is not waited for. */
export async function forgetArchived(db: Db): Promise<Moved[]> {
  const { rows } = await sql<Moved>`
    update campaign_target t set state = 'cancelled', ended_at = now(), version = t.version + 1, updated_at = now()
    from campaign g, pile p where g.id = t.campaign_id and g.state = 'running' and t.state = 'pending'
      and p.id = t.pile_id and p.archived_at is not null returning t.id, t.campaign_id`.execute(db)
  return rows
}

/** Writes down what each pending target waits for, where that changed. What the work itself waits for stands until it was asked again. */
export async function noteWaiting(db: Db, campaign: Running, connected: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    with why as (
      select t.id, ${waitsFor(campaign, connected)} as why from campaign_target t
        join pile p on p.id = t.pile_id left join site s on s.id = p.site_id
      where t.campaign_id = ${campaign.id} and t.state = 'pending')
    update campaign_target t set waits_for = w.why, version = t.version + 1, updated_at = now() from why w
    where t.id = w.id and t.state = 'pending' and t.waits_for is distinct from w.why
      and (w.why is not null or t.waits_for is distinct from 'certificate') returning t.id`.execute(db)
  return rows.map(({ id }) => id)
}

interface Figures {
  open: number
  /** Of the wave that is asked now, those before it included. */
  open_now: number
  later: number
  ended: number
  bad: number
}

/**
 * Ends a campaign whose targets have all ended, stops one of which too many failed, and lets the rest follow a pilot that went well. Gives
 * whether it changed. What is about to change is looked at once more with the campaign locked: it may be tried again just now, or
 * another process may have let the rest follow.
 */
export async function advance(db: Db, campaign: Running): Promise<boolean> {
  if (!nextOf(await figuresOf(db, campaign), campaign)) return false
  return await inTransaction(db, async (trx) => {
    const found = await trx
      .selectFrom('campaign')
      .select(['wave', 'stop_percent'])
      .where('id', '=', campaign.id)
      .where('state', '=', 'running')
      .forUpdate()
      .executeTakeFirst()
    if (!found) return false
    const now = { ...campaign, ...found }
    const change = nextOf(await figuresOf(trx, now), now)
    return change !== null && (await move(trx, campaign.id, change))
  })
}

/** Stops those of which too many failed, in the transaction that keeps it: no other node asks for one more. */
export async function stopTooBad(db: Db, ids: readonly number[]): Promise<void> {
  if (!ids.length) return
  const careful = await runningOnes(db)
    .where('id', 'in', [...ids])
    .where('stop_percent', 'is not', null)
    .orderBy('id')
    .forUpdate()
    .execute()
  for (const campaign of careful)
    if (isTooBad(await figuresOf(db, campaign), campaign.stop_percent)) await move(db, campaign.id, STOPPED)
}

async function figuresOf(db: Db, { id, wave }: Running): Promise<Figures> {
  const open = sql`t.state in (${sql.join(OPEN_TARGET)})`
  const { rows } = await sql<Figures>`
    select count(*) filter (where ${open})::int as open, count(*) filter (where ${open} and t.wave <= ${wave})::int as open_now,
      count(*) filter (where t.wave > ${wave} and t.state = 'pending')::int as later,
      count(*) filter (where t.state in ('done', 'refused', 'failed', 'unclear'))::int as ended,
      count(*) filter (where t.state in ('refused', 'failed', 'unclear'))::int as bad
    from campaign_target t where t.campaign_id = ${id}`.execute(db)
  return rows[0] as Figures
}

const STOPPED = sql`state = 'stopped'`

/** What becomes of the campaign; null: it goes on as it is. */
function nextOf(figures: Figures, { stop_percent }: Running): RawBuilder<unknown> | null {
  if (figures.open === 0) return sql`state = 'done', ended_at = now()`
  if (isTooBad(figures, stop_percent)) return STOPPED
  if (figures.open_now > 0 || figures.later === 0) return null
  // A pilot of one or two that failed: the rest is not risked.
  const failed = figures.bad > 0 && stop_percent !== null && (figures.bad / figures.ended) * 100 > stop_percent
  return failed ? STOPPED : sql`wave = wave + 1`
}

async function move(db: Db, id: number, change: RawBuilder<unknown>): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update campaign set ${change}, version = version + 1, updated_at = now() where id = ${id} and state = 'running'`.execute(
    db,
  )
  return numAffectedRows === 1n
}
