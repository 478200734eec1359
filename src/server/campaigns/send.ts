import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Intent } from '../../shared/domain/intent.ts'
import type { Campaign } from '../../shared/entities/campaign.ts'
import { arrayOfIds } from '../kit/database/client.ts'
import type { Database } from '../kit/database/tables.ts'
import type { CampaignWork, PileSockets, Target, Wait } from './ports.ts'

/** A campaign that asks piles now. */
export interface Running
  extends Pick<
    Campaign,
    'id' | 'action' | 'asked_by' | 'at_once' | 'idle_only' | 'window_from' | 'window_to' | 'stop_percent'
  > {
  payload: object
  wave: number
}

type Db = Kysely<Database>

/** Those that run, as what asks their piles needs them. */
export const runningOnes = (db: Db) =>
  db
    .selectFrom('campaign')
    .select(['id', 'action', 'payload', 'asked_by', 'at_once', 'idle_only', 'window_from', 'window_to'])
    .select(['stop_percent', 'wave'])
    .where('state', '=', 'running')

/** So many are written down in one transaction: as many as may be asked at once of all but the largest campaigns. */
export const MOST_TOGETHER = 200
/** Until a pile is looked at again for which too many commands wait. */
const QUEUE_S = 10

interface Due extends Target {
  id: number
}

/** Whether the pile of `t` has a session; its site is `s`. */
const CHARGES = sql<SqlBool>`exists (
  select from orders o where o.pile_id = t.pile_id and o.status in ('generated', 'completed') and o.left_at is null and o.ended_at is null)`

/**
 * Whether the hours of the campaign are now, at the site `s` of `t`. What its clock leaves out in spring comes as much later as it is put
 * forward: `areNow` of the console says the same.
 */
export function inWindow(
  { window_from: from, window_to: to }: Pick<Running, 'window_from' | 'window_to'>,
  now: RawBuilder<unknown> = sql`now()`,
): RawBuilder<SqlBool> {
  if (from === null || to === null) return sql<SqlBool>`true`
  const zone = sql`coalesce(s.time_zone, 'UTC')`
  const holds = (wall: RawBuilder<unknown>) => {
    const minute = sql`(extract(hour from ${wall}) * 60 + extract(minute from ${wall}))`
    return from < to
      ? sql`(${minute} >= ${from} and ${minute} < ${to})`
      : sql`(${minute} >= ${from} or ${minute} < ${to})`
  }
  const unchanged = sql`((${now} - interval '24 hours') at time zone ${zone} + interval '24 hours')`
  return sql<SqlBool>`(${holds(sql`(${now} at time zone ${zone})`)}
    or ${unchanged} at time zone ${zone} at time zone ${zone} <> ${unchanged} and ${holds(unchanged)})`
}

/** As a table: the planner would look at each of thousands before it plans. `is true`: it would read all targets to join it. */
const isHere = (connected: readonly number[]) =>
  sql<SqlBool>`(t.pile_id in (select unnest(${arrayOfIds(connected)}::bigint[]))) is true`

/** Why a pending target is not asked now, or null. `connected` are those of this process; a pile of another node waits for nothing. */
export const waitsFor = (campaign: Running, connected: readonly number[]): RawBuilder<string | null> => sql`case
  when t.wave > ${campaign.wave} then 'pilot'
  when p.state = 'offline' and not ${isHere(connected)} then 'pile'
  when ${campaign.idle_only} and ${CHARGES} then 'session'
  when not ${inWindow(campaign)} then 'window'
  when t.due_at > now() then coalesce(t.waits_for, 'pause') end`

/** As it is now, and so until the transaction ends; none when a person has just paused or cancelled it. */
const held = (db: Db, id: number): Promise<Running | undefined> =>
  runningOnes(db).where('id', '=', id).forUpdate().executeTakeFirst()

interface Asking {
  work: CampaignWork
  piles: PileSockets
}

export interface Sent {
  changed: number[]
  send: (() => Promise<unknown>)[]
}

/** Asks the next targets of a campaign: written down together, sent once that is durable. Gives those that changed. */
export async function sendNext(db: Db, { id }: Pick<Running, 'id'>, asking: Asking): Promise<Sent> {
  const campaign = await held(db, id)
  if (!campaign) return { changed: [], send: [] }
  return await ask(db, campaign, asking)
}

/** The same in the transaction that keeps what others of its piles answered; null where these are to be counted before. */
export async function sendOn(db: Db, { id }: Pick<Running, 'id'>, asking: Asking): Promise<Sent | null> {
  const campaign = await held(db, id)
  if (!campaign || campaign.stop_percent !== null) return null
  return await ask(db, campaign, asking)
}

async function ask(db: Db, campaign: Running, { work, piles }: Asking): Promise<Sent> {
  const due = await nextOf(db, campaign, work, piles.connectedPiles())
  const asks: (Due & { intent: Intent })[] = []
  for (const target of due) {
    const intent = await work.intentOf(target, campaign.payload, db)
    if ('impossible' in intent) await refuse(db, target, intent.impossible)
    else if ('wait' in intent) await holdBack(db, target, intent)
    else asks.push({ ...target, intent })
  }
  const written = await piles.writeAll(
    asks.map(({ pile_id, connector_number, intent }) => ({
      ...{ pile_id, connector_number, intent, asked_by: campaign.asked_by, one_of_many: true },
    })),
    db,
  )
  const targets = asks.map(({ id, intent }, at) => ({
    ...{ id, command_id: written[at]?.id ?? null, step: work.stepOf?.('sent', null, intent) ?? null },
  }))
  await sent(db, targets)
  await waitForPlace(db, targets)
  return { changed: due.map(({ id }) => id), send: written.flatMap((command) => (command ? [command.send] : [])) }
}

/**
 * One target of a pile at a time: two connectors of it are asked one after the other. `offset 0`: the others of a pile are looked for by
 * its index. As a join, a planner that does not know of a new campaign yet would read the whole of it for each target.
 */
async function nextOf(db: Db, campaign: Running, work: CampaignWork, connected: number[]): Promise<Due[]> {
  const busy = work.holds === 'effect' ? sql`('sent', 'accepted')` : sql`('sent')`
  const taken = sql`(select count(*) from campaign_target where campaign_id = ${campaign.id} and state in ${busy}
    and not (state = 'accepted' and coalesce(said, '') = any(${[...(work.rests ?? [])]}::text[])))`
  if (!connected.length) return []
  const { rows } = await sql<Due>`
    select t.id, t.pile_id, t.connector_number from campaign_target t
      join pile p on p.id = t.pile_id left join site s on s.id = p.site_id
    where t.campaign_id = ${campaign.id} and t.state = 'pending' and (t.due_at is null or t.due_at <= now())
      and ${isHere(connected)} and ${waitsFor(campaign, connected)} is null
      and not exists (select from campaign_target o where o.campaign_id = t.campaign_id and o.pile_id = t.pile_id
        and o.id <> t.id and (o.state in ${busy} or o.state = 'pending' and o.id < t.id) offset 0)
    order by t.id limit greatest(0, least(${MOST_TOGETHER}, ${campaign.at_once} - ${taken})) for update of t skip locked`.execute(
    db,
  )
  return rows
}

interface Asked {
  id: number
  command_id: number | null
  step: string | null
}

async function sent(db: Db, targets: readonly Asked[]): Promise<void> {
  const those = targets.filter(({ command_id }) => command_id !== null)
  if (!those.length) return
  await sql`
    update campaign_target t set state = 'sent', command_id = n.command_id, tries = tries + 1, sent_at = now(), due_at = null,
      waits_for = null, said = null, step = n.step, ended_at = null, version = version + 1, updated_at = now()
    from unnest(${those.map(({ id }) => id)}::bigint[], ${those.map((each) => each.command_id)}::bigint[],
      ${those.map(({ step }) => step)}::text[]) as n(id, command_id, step)
    where t.id = n.id`.execute(db)
}

const refuse = (db: Db, { id }: Due, said: string) =>
  sql`update campaign_target set state = 'refused', said = ${said}, waits_for = null, ended_at = now(), version = version + 1,
    updated_at = now() where id = ${id}`.execute(db)

/** It is looked at again after a while; what it waits for stands there meanwhile. */
const holdBack = (db: Db, { id }: Due, { wait, seconds }: Wait) =>
  sql`update campaign_target set waits_for = ${wait}, due_at = now() + make_interval(secs => ${seconds}), said = null,
    version = version + case when waits_for is distinct from ${wait}::text then 1 else 0 end, updated_at = now() where id = ${id}`.execute(
    db,
  )

async function waitForPlace(db: Db, targets: readonly Asked[]): Promise<void> {
  const those = targets.filter(({ command_id }) => command_id === null)
  if (!those.length) return
  await sql`update campaign_target set waits_for = 'queue', due_at = now() + make_interval(secs => ${QUEUE_S}), version = version + 1,
    updated_at = now() where id = any(${those.map(({ id }) => id)}::bigint[])`.execute(db)
}
