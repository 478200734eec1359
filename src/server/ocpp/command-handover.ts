import { type Kysely, sql } from 'kysely'
import type { Bus } from '../kit/bus.ts'
import type { Database } from '../kit/database/tables.ts'
import { keptOutcome } from '../kit/kept-outcome.ts'
import { owned } from '../kit/process-state.ts'
import { keyFor, seal, unseal } from '../kit/sealed.ts'
import { continued, parentNow } from '../kit/tracing.ts'
import { inTransaction } from '../kit/transaction.ts'
import { whenBack } from '../kit/when-back.ts'
import { type Failure, failureText, serverStopped } from './command-failure.ts'
import type { Handover, Outcome, PileCalls, Written } from './command-run.ts'
import { type CommandStatus, MEANT_FOR, type NewCommand } from './command-store.ts'
import type { Payload } from './framing.ts'

interface Deps {
  db: Kysely<Database>
  bus: Bus
  /** This node's number. */
  node: () => number
  gateway: Pick<PileCalls, 'protocolOf' | 'has'> & { isElsewhere(pile_id: number): boolean }
  /** The same at every node. */
  secret: Uint8Array
  log: { error(detail: object, message: string): void }
}

interface Waiting {
  command: Written
  /** Null: no other node has the pile any more, and none took the command. */
  end: (outcome: Outcome | null) => void
}

/** As the tables have it. */
interface Kept extends Omit<NewCommand, 'intent' | 'payload'> {
  id: number
  intent: string | null
  payload: string
  /** Sealed. */
  asked: Buffer
}

interface State {
  id: number
  status: CommandStatus
  answer: string | null
  call: string | null
  unclaimed: boolean
}

/**
 * Commands for piles that another node has. They lie in a table until that node claims them: the bus only wakes it, and it looks by itself each
 * second. Each is claimed once. What becomes of it is read from its row by the node that was asked for it.
 */
export class CommandHandover implements Handover {
  readonly #deps: Deps
  readonly #key: Buffer
  readonly #waiting = new Map<number, Waiting>()
  readonly state = owned('commands_handed_over', () => this.#waiting.size)
  #claim: (command: Written) => Promise<unknown> = async () => {}

  constructor(deps: Deps) {
    this.#deps = deps
    this.#key = keyFor('commands handed over', deps.secret)
    const { bus, log } = deps
    const soon = (work: Promise<void>) =>
      void work.catch((error: unknown) => log.error({ err: error }, 'commands of other nodes could not be looked at'))
    bus.subscribe('command_given', () => soon(this.#claimAll()))
    bus.subscribe('command_ended', (line) => {
      if (this.#waiting.has(Number(line))) soon(this.#follow([Number(line)]))
    })
  }

  onClaim(claim: (command: Written) => Promise<unknown>): void {
    this.#claim = claim
  }

  isElsewhere(pile_id: number): boolean {
    return this.#deps.gateway.isElsewhere(pile_id)
  }

  async give(command: Written): Promise<Outcome | null> {
    const { id, pile_id, asked, hides } = command
    const text = JSON.stringify({ asked, hides: [...hides], trace: parentNow() })
    const sealed = seal(this.#key, placeOf(id), text)
    await this.#deps.db.insertInto('command_handover').values({ command_id: id, pile_id, asked: sealed }).execute()
    const ended = new Promise<Outcome | null>((end) => this.#waiting.set(id, { command, end }))
    this.#deps.bus.publish('command_given', String(pile_id), { isAwaited: true })
    return await ended
  }

  /** Claims what waits for piles that are here, and reads what became of those that were given; to be called about once a second. */
  async look(): Promise<void> {
    await this.#claimAll()
    if (this.#waiting.size) await this.#follow([...this.#waiting.keys()])
  }

  async #claimAll(): Promise<void> {
    const { rows } = await sql<Kept>`
      with mine as (
        delete from command_handover h using pile_session s
        where s.pile_id = h.pile_id and s.node_id = ${this.#deps.node()} and s.connected
          and h.created_at > now() - interval '${sql.raw(MEANT_FOR)}' returning h.command_id, h.asked
      )
      update command c set node_id = ${this.#deps.node()} from mine where c.id = mine.command_id and c.status = 'queued'
      returning c.id, c.pile_id, c.connector_number, c.action, c.intent, c.call, c.payload, c.asked_by, mine.asked`.execute(
      this.#deps.db,
    )
    for (const row of rows.sort((one, other) => one.id - other.id)) {
      const own = this.#waiting.get(row.id)
      // Its pile came here meanwhile: who waits for it carries it out, in the turn that it has.
      if (own) this.#end(row.id, own, null)
      else this.#carryOut(row).catch((error: unknown) => this.#unread(row.id, error))
    }
  }

  #end(id: number, { end }: Waiting, outcome: Outcome | null): void {
    this.#waiting.delete(id)
    end(outcome)
  }

  async #carryOut({ asked: sealed, intent, payload, ...row }: Kept): Promise<void> {
    const text = unseal(this.#key, placeOf(row.id), sealed)
    if (text === null) throw new Error('it was sealed under another key')
    const { asked, hides, trace } = JSON.parse(text)
    const kept = { ...row, intent: intent === null ? null : JSON.parse(intent), payload: JSON.parse(payload) }
    await continued(trace, 'command.claimed', () => this.#claim({ ...kept, asked, hides: new Set(hides) }))
    this.#deps.bus.publish('command_ended', String(row.id), { isAwaited: true })
  }

  /** Nobody can say what it asks for. */
  #unread(id: number, error: unknown): void {
    const { db, log, bus } = this.#deps
    log.error({ err: error, command: id }, 'a command of another node cannot be read')
    whenBack(
      () => notSent(db, id, this.#deps.node()).execute(),
      () => {},
    )
      .then(() => bus.publish('command_ended', String(id), { isAwaited: true }))
      .catch(() => {})
  }

  /** Says of a command that it was not sent, unless another node claimed it; whether it is so. */
  async giveUp(id: number): Promise<boolean> {
    const { db, node } = this.#deps
    this.#waiting.delete(id)
    return await inTransaction(db, async (trx) => {
      await trx.deleteFrom('command_handover').where('command_id', '=', id).execute()
      return (await notSent(trx, id, node()).executeTakeFirst()).numUpdatedRows > 0n
    })
  }

  async #follow(ids: number[]): Promise<void> {
    const { rows } = await sql<State>`
      select c.id, c.status, c.answer, c.call, h.command_id is not null as unclaimed
      from command c left join command_handover h on h.command_id = c.id where c.id = any(${ids}::bigint[])`.execute(
      this.#deps.db,
    )
    for (const row of rows) await this.#followed(row)
    const there = new Set(rows.map(({ id }) => id))
    for (const id of ids) {
      const waiting = this.#waiting.get(id)
      // It went with its pile.
      if (waiting && !there.has(id)) this.#end(id, waiting, { answer: null, reply: null, failure: serverStopped })
    }
  }

  async #followed({ id, status, answer, call, unclaimed }: State): Promise<void> {
    const waiting = this.#waiting.get(id)
    if (!waiting) return
    const { command } = waiting
    if (unclaimed) {
      if (this.isElsewhere(command.pile_id) || !(await this.#takeBack(id))) return
      return this.#end(id, waiting, null)
    }
    if (status === 'queued' || status === 'sent') return
    this.#end(id, waiting, this.#outcomeOf(command, { status, answer, call }))
  }

  async #takeBack(id: number): Promise<boolean> {
    const taken = await this.#deps.db.deleteFrom('command_handover').where('command_id', '=', id).executeTakeFirst()
    return taken.numDeletedRows > 0n
  }

  #outcomeOf({ pile_id }: Written, { status, answer: text, call }: Pick<State, 'status' | 'answer' | 'call'>): Outcome {
    const { answer, failure } = keptOutcome(text)
    if (failure) return { answer: null, reply: null, failure: { ...failure, status: failed(status) } }
    const reply = answer && call ? this.#deps.gateway.protocolOf(pile_id).replyOf(call, answer as Payload) : null
    return { answer: answer as Payload | null, reply, failure: null }
  }
}

const FAILURES = new Set<string>(['refused', 'timed_out', 'not_connected', 'not_sent', 'unclear'])
const failed = (status: CommandStatus) => (FAILURES.has(status) ? status : 'timed_out') as Failure['status']

const placeOf = (id: number) => `command ${id}`

const notSent = (db: Kysely<Database>, id: number, node: number) =>
  db
    .updateTable('command')
    .set({ status: 'not_sent', answer: failureText(serverStopped), updated_at: new Date().toISOString() })
    .where('id', '=', id)
    .where('status', '=', 'queued')
    .where('node_id', '=', node)
