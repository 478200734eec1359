import { type Kysely, sql } from 'kysely'
import type { CommandName } from '../../shared/commands/index.ts'
import { afterCommand } from '../../shared/domain/campaign.ts'
import type { Intent } from '../../shared/domain/intent.ts'
import { OPEN_TARGET, type TargetState } from '../../shared/entities/campaign-target.ts'
import type { Command } from '../../shared/entities/command.ts'
import type { Database } from '../kit/database/tables.ts'
import type { CampaignWork, Ended, Target } from './ports.ts'

interface Asked extends Target {
  id: number
  campaign_id: number
  state: TargetState
  tries: number
  status: Command['status']
  answer: string | null
  progress: string | null
  /** As they are kept. */
  said: string | null
  step: string | null
  /** What it was asked for, in our words. */
  intent: string | null
  action: CommandName
  payload: object
  /** A person cancelled the campaign. */
  cancelled: boolean
  most: number
  pause_seconds: number
}

export interface Moved {
  id: number
  campaign_id: number
}

export type Settled = Moved & { action: CommandName }

const WORD_SIGNS = 200
/** A command is settled at once where it was sent. What ended so long ago and was not is of a node that is gone. */
const LOST_S = 10
/** It said yes, and then nothing in all the time that it may take. */
const NO_REPORT = 'no_report'

/**
 * Brings targets up to what became of their commands: of these commands, or of all that are under way. A command that was asked again is not
 * the target's any more; one that is answered late still is.
 */
export async function settle(
  db: Kysely<Database>,
  works: ReadonlyMap<string, CampaignWork>,
  commands: readonly number[] | null,
): Promise<Settled[]> {
  const which = commands ? sql`t.command_id = any(${[...commands]}::bigint[])` : sql`t.state in ('sent', 'accepted')`
  // A person who cancels one just now is waited for: its targets would be left waiting for a next try that never comes. So are other nodes.
  await sql`select from campaign where id in (select t.campaign_id from campaign_target t where ${which}) order by id for update`.execute(
    db,
  )
  const { rows } = await sql<Asked>`
    select t.id, t.campaign_id, t.pile_id, t.connector_number, t.state, t.said, t.step, t.tries, c.status, c.answer, c.progress, c.intent,
      g.action, g.payload, g.state = 'cancelled' as cancelled, g.tries as most, g.pause_seconds
    from campaign_target t join command c on c.id = t.command_id join campaign g on g.id = t.campaign_id
    where ${which} order by t.campaign_id, t.id for update of t`.execute(db)
  const changes: Change[] = []
  for (const row of rows) {
    const work = works.get(row.action)
    for (const change of changeOf(row, work)) changes.push(await followed(row, change, work, db))
  }
  if (!changes.length) return []
  await sql`
    update campaign_target t set state = n.state, said = n.said, step = n.step, waits_for = n.waits_for, tries = n.tries,
      due_at = case when n.again_in is not null then now() + make_interval(secs => n.again_in) end,
      ended_at = case when n.over and t.state = n.state then t.ended_at when n.over then now() end, version = t.version + 1, updated_at = now()
    from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb)
      as n(id bigint, state text, said text, step text, waits_for text, tries int, again_in float8, over boolean)
    where t.id = n.id`.execute(db)
  const isDone = new Set(changes.flatMap(({ id, state }) => (state === 'done' ? [id] : [])))
  for (const row of rows)
    if (isDone.has(row.id) && row.state !== 'done') await works.get(row.action)?.done?.(row, row.payload, db)
  const changed = new Set(changes.map(({ id }) => id))
  return rows.filter(({ id }) => changed.has(id))
}

/** Commands of targets under way that have ended, and that nobody settled. */
export async function unsettled(db: Kysely<Database>): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select c.id from campaign g join campaign_target t on t.campaign_id = g.id join command c on c.id = t.command_id
    where coalesce(g.ended_at > now() - interval '7 days', true) and t.state in ('sent', 'accepted')
      and c.updated_at < now() - make_interval(secs => ${LOST_S})
      and (t.state = 'sent' and c.status not in ('queued', 'sent')
        or t.state = 'accepted' and c.status not in ('queued', 'sent', 'accepted'))`.execute(db)
  return rows.map(({ id }) => id)
}

const UNDER_WAY: readonly TargetState[] = OPEN_TARGET

interface Change {
  id: number
  state: TargetState
  said: string | null
  step: string | null
  waits_for: string | null
  tries: number
  /** Seconds. */
  again_in: number | null
  over: boolean
}

/** Of work that takes several calls: the pile is asked on, or its target ends as the work says. */
async function followed(
  row: Asked,
  change: Change,
  work: CampaignWork | undefined,
  db: Kysely<Database>,
): Promise<Change> {
  const { state } = change
  if (!work?.next || !hasEnded(state, row)) return change
  const intent = intentOf(row)
  const end = await work.next(row, { intent, state, word: wordOf(row) }, row.payload, db)
  if (end === undefined) return change
  if (end) return { ...change, ...end, said: end.said?.slice(0, WORD_SIGNS) ?? null, over: true }
  if (row.cancelled) return { ...change, state: 'cancelled', over: true }
  return { ...change, state: 'pending', said: null, waits_for: null, tries: 0, again_in: null, over: false }
}

const intentOf = ({ intent }: Asked): Intent | null => (intent === null ? null : (JSON.parse(intent) as Intent))

/** Its call has: what counts after a restart of the pile is not waited for. */
const hasEnded = (state: TargetState, { progress }: Asked): state is Ended['state'] =>
  state === 'done' ||
  state === 'refused' ||
  state === 'failed' ||
  (state === 'accepted' && progress === 'RebootRequired')

function changeOf(row: Asked, work: CampaignWork | undefined): Change[] {
  const { id, status, tries, most, pause_seconds } = row
  const intent = intentOf(row)
  const follows = afterCommand(status, tries, { most, pause_seconds, repeatable: isRepeatable(work, intent) })
  const { again_in, uncounted } = follows
  // Nobody asks again for a campaign that was cancelled.
  const state = row.cancelled && follows.state === 'pending' ? (uncounted ? 'cancelled' : 'unclear') : follows.state
  // It waits for its next try already, or a person has put an end to it.
  const word = wordOf(row)
  const kept = word === null ? null : (work?.saidOf?.(word, { intent, state }) ?? word)
  const said = status === 'no_effect' ? NO_REPORT : (kept?.slice(0, WORD_SIGNS) ?? null)
  const step = work?.stepOf?.(state, word, intent) ?? null
  const isSame = state === row.state && said === row.said && step === row.step
  // Settled by another node, it is asked for the next of several calls: that begins with no tries.
  const goesOn = row.state === 'pending' && tries === 0
  const isOld = isSame || goesOn || (state === 'pending' && row.state !== 'sent')
  if (isOld || (row.state === 'cancelled' && state !== 'done')) return []
  return [
    {
      ...{ id, state, again_in, said, step },
      waits_for: state === 'pending' ? (uncounted ? 'pile' : 'pause') : null,
      tries: uncounted ? tries - 1 : tries,
      over: !UNDER_WAY.includes(state),
    },
  ]
}

function isRepeatable(work: CampaignWork | undefined, intent: Intent | null): boolean {
  const repeatable = work?.repeatable ?? false
  return typeof repeatable === 'boolean' ? repeatable : intent !== null && repeatable.includes(intent.ask)
}

/** The pile's own word: how far it is, the status of its answer, or the code of its error. */
function wordOf({ answer, progress }: Asked): string | null {
  if (progress) return progress
  const { status, code, description } = JSON.parse(answer ?? '{}') as Record<string, unknown>
  if (typeof status === 'string') return status
  if (typeof code !== 'string') return null
  return description ? `${code}: ${description}` : code
}
