import { type Kysely, sql } from 'kysely'
import { type CommandName, commands } from '../../shared/commands/index.ts'
import type { Intent } from '../../shared/domain/intent.ts'
import type { Command } from '../../shared/entities/command.ts'
import { keptPlan } from '../kit/database/client.ts'
import type { Database } from '../kit/database/tables.ts'
import { repeated } from '../kit/transaction.ts'
import type { Circumstances } from './command-effects.ts'
import { CommandEvidence } from './command-evidence.ts'
import type { Verdict } from './command-sign.ts'
import type { TransactionNames } from './command-words.ts'
import type { Payload } from './framing.ts'
import { NO_SETTINGS, type SettingKeys } from './hidden.ts'
import { notElsewhere, RUNS } from './pile-directory.ts'

export type CommandStatus = Command['status']

export interface NewCommand {
  pile_id: number
  connector_number: number | null
  /** What was asked, by our name. */
  action: CommandName
  /** The same in our words, without secrets; null for a call that is none of our intents. */
  intent: Intent | null
  /** How the pile's protocol calls it; null where it cannot say it. */
  call: string | null
  /** As it may be shown: without secrets, in the protocol's words. */
  payload: Payload
  asked_by: string | null
}

export interface Change {
  status: CommandStatus
  answer?: string
  progress?: string
  unique_id?: string
  sent_at?: string | null
  answered_at?: string
  effect_at?: string
  /** As it was sent, where that is known only now. */
  payload?: string
}

/** A command that a stop of the server left unfinished. */
export interface Unfinished extends NewCommand {
  id: number
  status: CommandStatus
  answer: Payload | null
  progress: string | null
  unique_id: string | null
  created_at: string
  updated_at: string
  sent_at: string | null
  answered_at: string | null
}

/** What no start has taken up by now waits for nothing any more. */
const WAITS_AT_MOST = '15 minutes'
/** A command that another node did not claim within this is not wanted any more. */
export const MEANT_FOR = '1 minute'
/** Later than this nothing corrects what is known of a command. */
const CORRECTED_WITHIN = '8 days'

const NEWEST_COUNTS = Object.values(commands).flatMap(({ name, newest_counts }) => (newest_counts ? [name] : []))
/** A newer one of its kind that the pile took: the pile's words and states mean that one. */
const newer = sql`
  select from command n where n.pile_id = command.pile_id and n.action = command.action and n.id > command.id
    and n.connector_number is not distinct from command.connector_number
    and n.intent::jsonb -> 'request' is not distinct from command.intent::jsonb -> 'request'
    and n.action in (${sql.join(NEWEST_COUNTS)})
    and n.status in ('accepted', 'done', 'failed', 'no_effect')`

/** With how many may wait for its pile, and the node that has it in its hands. */
type Asked = NewCommand & { most: number; node_id: number }

const rowOf = ({ most: _, payload, intent, ...command }: Asked) => ({
  ...command,
  payload: JSON.stringify(payload),
  intent: intent && JSON.stringify(intent),
})

/** A hundred of a campaign as one value: as a thousand values they cost several times as much. Numbered in their order. */
const written = (rows: readonly ReturnType<typeof rowOf>[]) =>
  keptPlan(sql<{ id: number }>`
    insert into command (pile_id, connector_number, action, intent, call, payload, asked_by, node_id, status)
    select n.pile_id, n.connector_number, n.action, n.intent, n.call, n.payload, n.asked_by, n.node_id, 'queued'
    from jsonb_array_elements(${JSON.stringify(rows)}::jsonb) with ordinality as e(one, place),
      jsonb_to_record(e.one) as n(pile_id bigint, connector_number int, action text, intent text, call text, payload text, asked_by text,
        node_id bigint)
    order by e.place returning id`)

/** The commands' table, and what of the piles' own tables they need. */
export class CommandStore {
  readonly #db: Kysely<Database>

  constructor(db: Kysely<Database>) {
    this.#db = db
  }

  /** How a pile calls its transactions. */
  transactionsOf(pile_id: number): TransactionNames {
    const ofPile = this.#db.selectFrom('orders').where('pile_id', '=', pile_id)
    return {
      nameOf: async (transaction_id) => {
        const named = ofPile.select('station_transaction_id').where('transaction_id', '=', Number(transaction_id))
        return (await named.executeTakeFirst())?.station_transaction_id ?? null
      },
      numberOf: async (name) => {
        const order = await ofPile
          .select('transaction_id')
          .where('station_transaction_id', '=', name)
          .executeTakeFirst()
        return order ? String(order.transaction_id) : null
      },
    }
  }

  /** What a pile said of these settings, by their keys in small letters. */
  async settings(pile_id: number, keys: readonly string[]): Promise<Map<string, string>> {
    const { rows } = await sql<{ key: string; value: string }>`
      select lower(key) as key, value from pile_setting
      where pile_id = ${pile_id} and lower(key) = any(${[...keys]}::text[]) and value is not null`.execute(this.#db)
    return new Map(rows.map(({ key, value }) => [key, value]))
  }

  /** Which of these settings, by their keys in small letters, a pile takes a value for and tells it nobody. */
  async writeOnly(pile_id: number, keys: readonly string[]): Promise<SettingKeys> {
    if (keys.length === 0) return NO_SETTINGS
    const { rows } = await sql<{ key: string }>`
      select lower(key) as key from pile_setting
      where pile_id = ${pile_id} and lower(key) = any(${[...keys]}::text[]) and write_only`.execute(this.#db)
    return new Set(rows.map(({ key }) => key))
  }

  /**
   * One answer each: null when as many wait for its pile already. Counted in the database, under a lock that the transaction holds to
   * its end: 30 that are asked for at once, on one node or several, are counted one after the other.
   */
  async add(asked: readonly Asked[]): Promise<(number | null)[]> {
    const piles = [...new Set(asked.map(({ pile_id }) => pile_id))]
    // In one order, so that no two wait for each other.
    await sql`
      select pg_advisory_xact_lock(hashtextextended('command ' || id, 0))
      from (select unnest(${piles}::bigint[]) as id order by 1) pile`.execute(this.#db)
    const waiting = await this.#waiting(piles)
    const fits = asked.map(({ pile_id, most }) => {
      const before = waiting.get(pile_id) ?? 0
      if (before < most) waiting.set(pile_id, before + 1)
      return before < most
    })
    const taken = asked.filter((_, at) => fits[at])
    if (!taken.length) return fits.map(() => null)
    const { rows } = await written(taken.map(rowOf)).execute(this.#db)
    // Numbered in the order of their rows.
    const ids = rows.map(({ id }) => id).sort((one, other) => one - other)
    return fits.map((isTaken) => (isTaken ? (ids.shift() ?? null) : null))
  }

  async #waiting(piles: readonly number[]): Promise<Map<number, number>> {
    const rows = await this.#db
      .selectFrom('command')
      .select((eb) => ['pile_id', eb.fn.countAll<number>().as('waiting')])
      .where('pile_id', '=', sql<number>`any(${piles}::bigint[])`)
      .where('status', 'in', ['queued', 'sent'])
      .where('created_at', '>', sql<string>`now() - ${WAITS_AT_MOST}::interval`)
      .groupBy('pile_id')
      .execute()
    return new Map(rows.map(({ pile_id, waiting }) => [pile_id, waiting]))
  }

  /** Whether its call is still to be made. */
  async isQueued(id: number): Promise<boolean> {
    const { rows } = await sql`select from command where id = ${id} and status = 'queued'`.execute(this.#db)
    return rows.length > 0
  }

  /**
   * Those of these piles, or of all that no other node has, that wait for their call, their answer or their effect, and those that later evidence
   * may still correct. They are this node's to follow from here on: what another one still says of them does not count.
   */
  async takeUnfinished(piles: readonly number[] | null, node_id: number): Promise<Unfinished[]> {
    const taking = this.#db
      .updateTable('command')
      .set({ node_id })
      .where((eb) =>
        eb.or([
          eb('status', 'in', ['sent', 'accepted']),
          // One that waits for its turn waits at a node.
          sql<boolean>`status = 'queued' and not exists (select from node n where n.id = command.node_id and n.state in ${sql.raw(RUNS)})
            and not exists (select from command_handover h where h.command_id = command.id)`,
          eb.and([
            eb('status', 'in', ['timed_out', 'unclear', 'no_effect', 'failed']),
            eb('created_at', '>', sql<string>`now() - ${CORRECTED_WITHIN}::interval`),
            sql<boolean>`not exists (${newer})`,
          ]),
        ]),
      )
      .where(
        piles
          ? sql<boolean>`pile_id = any(${piles}::bigint[])`
          : sql<boolean>`${sql.raw(notElsewhere('command.pile_id', String(node_id)))}`,
      )
      .returningAll()
    const rows = await repeated(() => taking.execute())
    return rows
      .sort((one, other) => one.id - other.id)
      .map((row) => ({
        ...row,
        payload: JSON.parse(row.payload),
        intent: row.intent ? JSON.parse(row.intent) : null,
        answer: row.answer ? JSON.parse(row.answer) : null,
      }))
  }

  /**
   * What waited for its turn at a node that ended is never sent, nor what no node claimed while it was still meant: `answer` says so.
   */
  async dropOrphans(node_id: number, answer: string): Promise<{ id: number; action: CommandName }[]> {
    const { rows } = await sql<{ id: number; action: CommandName }>`
      with late as (
        delete from command_handover where created_at < now() - interval '${sql.raw(MEANT_FOR)}' returning command_id
      ), these as (
        select c.id from command c where c.status = 'queued' and (c.id in (select command_id from late)
          or exists (select from node n where n.id = c.node_id and n.state not in ${sql.raw(RUNS)})
            and not exists (select from command_handover h where h.command_id = c.id))
        order by c.id for update skip locked
      )
      update command c set node_id = ${node_id}, answer = ${answer}, status = 'not_sent', updated_at = now(), version = version + 1
      from these where c.id = these.id returning c.id, c.action`.execute(this.#db)
    return rows
  }

  /** Statuses that a pile's connectors ever reported, 0 being the pile itself, how far its clock is off, and what charges with priority. */
  async circumstances(pile_id: number): Promise<Circumstances> {
    const { rows } = await keptPlan(sql<{
      clock_skew_ms: number | null
      number: number | null
      status: string
      with_priority: string[]
    }>`
      select p.clock_skew_ms, c.number, c.status, array(
        select o.transaction_id::text from orders o
        where o.pile_id = p.id and o.status = 'generated' and o.priority_since is not null) as with_priority
      from pile p left join connector c on c.pile_id = p.id and c.status_at is not null where p.id = ${pile_id}`).execute(
      this.#db,
    )
    const states = rows.flatMap(({ number, status }) => (number === null ? [] : ([[number, status]] as const)))
    const [first] = rows
    return {
      states: new Map(states),
      skew_ms: first?.clock_skew_ms ?? 0,
      with_priority: new Set(first?.with_priority),
    }
  }

  /** What the tables show of a command whose signs nobody watched; null when nothing. */
  evidence(
    command: Pick<Unfinished, 'id' | 'pile_id'>,
    intent: Intent | null,
    sent_at: number,
  ): Promise<Verdict | null> {
    return new CommandEvidence(this.#db, command, sent_at).of(intent)
  }
}
