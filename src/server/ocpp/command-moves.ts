import { type Kysely, sql } from 'kysely'
import { anyOfIds, keptPlan } from '../kit/database/client.ts'
import type { Database } from '../kit/database/tables.ts'
import { repeated } from '../kit/transaction.ts'
import type { Change } from './command-store.ts'
import { GroupCommit } from './group-commit.ts'

interface Move {
  id: number
  change: Change
  /** Whether it was this node's to say; known once it is written. */
  isOurs?: boolean
}

/** A campaign's piles answer by the hundred. */
const MOST_A_COMMIT = 500
/** What a pile said to one of many that are asked the same waits so long for what others say. */
const GATHER_MS = 40

/**
 * Keeps what becomes of commands. All that comes while a commit is under way shares the next one: a commit of its own for each step of each
 * command would cost the database more than everything else of a campaign.
 */
export class CommandMoves {
  readonly #commits: GroupCommit<Move>

  /** `node`: what becomes of commands that another one follows now is that one's to say. */
  constructor(db: Kysely<Database>, node: () => number) {
    this.#commits = new GroupCommit({
      // What follows from a pile's answer is written with it, and may cross what another's brings.
      write: async (moves) => {
        const { rows } = await repeated(() => write(db, node(), moves))
        const ours = new Set(rows.map(({ id }) => id))
        for (const move of moves) move.isOurs = ours.has(move.id)
      },
      inFlight: 2,
      most: MOST_A_COMMIT,
    })
  }

  /** Resolves once it is durable; false when another node follows the command now, or it is gone. `isUnhurried`: it may wait for others. */
  async put(id: number, change: Change, { isUnhurried = false } = {}): Promise<boolean> {
    const move: Move = { id, change }
    await this.#commits.put(move, isUnhurried ? GATHER_MS : 0)
    return move.isOurs ?? false
  }

  /** Resolves when everything said so far is written, or was refused. */
  drain(): Promise<void> {
    return this.#commits.drain()
  }
}

/**
 * What is not said stays as it is; `unsent`: it was not sent after all. Found by their ids: how many the JSON names the planner cannot know,
 * and reads the whole table for it.
 */
function write(db: Kysely<Database>, node: number, moves: readonly Move[]) {
  const changes = new Map<number, Change>()
  for (const { id, change } of moves) changes.set(id, { ...changes.get(id), ...change })
  const rows = [...changes].map(([id, change]) => ({ ...change, id, unsent: change.sent_at === null }))
  return keptPlan(sql<{ id: number }>`
    update command c set status = n.status, answer = coalesce(n.answer, c.answer), progress = coalesce(n.progress, c.progress),
      unique_id = coalesce(n.unique_id, c.unique_id), payload = coalesce(n.payload, c.payload),
      sent_at = case when not n.unsent then coalesce(n.sent_at, c.sent_at) end,
      answered_at = coalesce(n.answered_at, c.answered_at), effect_at = coalesce(n.effect_at, c.effect_at),
      version = c.version + 1, updated_at = clock_timestamp()
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n(id bigint, status text, answer text, progress text,
      unique_id text, payload text, unsent boolean, sent_at timestamptz, answered_at timestamptz, effect_at timestamptz)
    where c.id = n.id and c.id = ${anyOfIds([...changes.keys()])} and c.node_id = ${node} returning c.id`).execute(db)
}
