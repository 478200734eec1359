import type { Kysely } from 'kysely'
import type { Database } from '../kit/database/tables.ts'
import { Refusal } from '../kit/refusal.ts'
import type { Sign } from './command-effects.ts'
import { type CommandNeeds, CommandRun, type Outcome } from './command-run.ts'
import { withoutSecrets } from './command-secrets.ts'
import { CommandStore, type NewCommand } from './command-store.ts'
import { EffectWatches } from './effect-watches.ts'
import { PileTurns } from './pile-turns.ts'

export interface Ask extends NewCommand {
  /** How long the pile may take to answer. */
  timeoutMs?: number
}

/** More than a person asks for in the time that a pile takes to answer. */
const MOST_WAITING = 20

/** The calls that people send to piles. Those of one pile go out in the order in which they were asked for. */
export class Commands {
  readonly #store: CommandStore
  readonly #watches = new EffectWatches()
  readonly #turns = new PileTurns()
  readonly #run: CommandRun
  readonly #log: CommandNeeds['log']
  readonly #unanswered = new Map<number, Promise<Outcome>>()

  constructor(needs: CommandNeeds) {
    this.#store = new CommandStore(needs.db)
    this.#log = needs.log
    this.#run = new CommandRun(needs, this.#store, this.#watches)
  }

  /** Writes a command down, in the caller's transaction if there is one. `send` follows once that is durable. */
  async write(ask: Ask, db?: Kysely<Database>): Promise<{ id: number; send: () => Promise<Outcome> }> {
    if (this.#turns.waiting(ask.pile_id) >= MOST_WAITING) throw new Refusal(409, 'commands:queue_full')
    const { pile_id, connector_number, action, asked_by } = ask
    const store = db ? new CommandStore(db) : this.#store
    const id = await store.add({ pile_id, connector_number, action, asked_by, payload: withoutSecrets(ask.payload) })
    return { id, send: () => this.#send({ ...ask, id }) }
  }

  /** Writes a command down and sends it in its turn; resolves when its call has ended, whatever its end. */
  async ask(ask: Ask): Promise<Outcome & { id: number }> {
    const { id, send } = await this.write(ask)
    return { id, ...(await send()) }
  }

  /** Resolves when a command's call has ended, the time is over, or nothing is under way here. */
  async answered(id: number, withinMs: number): Promise<void> {
    const ended = this.#unanswered.get(id)
    if (!ended) return
    let late: NodeJS.Timeout | undefined
    const patience = new Promise((resolve) => {
      late = setTimeout(resolve, withinMs)
    })
    await Promise.race([ended, patience])
    clearTimeout(late)
  }

  /** Asks a pile to end a transaction, on behalf of nobody. */
  async remoteStop(pile_id: number, transaction_id: number): Promise<void> {
    const payload = { transactionId: transaction_id }
    await this.ask({ pile_id, connector_number: null, action: 'RemoteStopTransaction', payload, asked_by: null })
  }

  /** Has a pile forget whom it let in before (OCPP 1.6, 5.4); whether it answered, be it with a no. Never rejects. */
  async clearCache(pile_id: number, asked_by: string): Promise<boolean> {
    try {
      const ask = { pile_id, connector_number: null, action: 'ClearCache', payload: {}, asked_by }
      const { failure } = await this.ask(ask)
      return failure === null || failure.status === 'refused'
    } catch (error) {
      this.#log.error({ err: error, pile_id }, 'a pile could not be told to clear its cache')
      return false
    }
  }

  /** A message of a pile was handled and answered. */
  sign(pile_id: number, sign: Sign) {
    this.#watches.sign(pile_id, sign)
  }

  /** Takes up what a stop of the server left: what was not answered never will be, what was accepted is awaited again. */
  async resume(): Promise<void> {
    for (const command of await this.#store.unfinished()) await this.#run.resume(command)
  }

  #send(command: Ask & { id: number }): Promise<Outcome> {
    const ended = this.#turns.take(command.pile_id, () => this.#run.carryOut(command))
    this.#unanswered.set(command.id, ended)
    void ended.then(() => this.#unanswered.delete(command.id))
    return ended
  }
}
