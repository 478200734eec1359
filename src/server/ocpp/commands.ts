import type { Kysely } from 'kysely'
import type { ToldSchedule } from '../../shared/domain/charging-profiles/profile.ts'
import type { Intent } from '../../shared/domain/intent.ts'
import type { Database } from '../kit/database/tables.ts'
import type { ProcessState } from '../kit/process-state.ts'
import { Refusal } from '../kit/refusal.ts'
import { tracedAnew } from '../kit/tracing.ts'
import { inTransaction } from '../kit/transaction.ts'
import { whenBack } from '../kit/when-back.ts'
import { within } from '../kit/within.ts'
import { type Failure, failureText, serverStopped } from './command-failure.ts'
import { CommandMoves } from './command-moves.ts'
import { type CommandDeps, CommandRun, type Moved, type Outcome, type Written } from './command-run.ts'
import type { Sign } from './command-sign.ts'
import { CommandStore, type NewCommand, type Unfinished } from './command-store.ts'
import { inOurNumbers, inWordsOf, type Order } from './command-words.ts'
import { FollowedCommands } from './followed-commands.ts'
import { keysSetBy, type SettingKeys, withoutSecret } from './hidden.ts'
import type { CallOutcome } from './outward.ts'
import { PileTurns } from './pile-turns.ts'
import type { HeldTariff } from './ports.ts'
import type { Reply } from './protocol.ts'

interface Asked extends Pick<NewCommand, 'pile_id' | 'connector_number' | 'asked_by'> {
  /** How long the pile may take to answer. */
  timeoutMs?: number
  /** Many are asked for it, and nobody waits for this one's answer. */
  one_of_many?: boolean
}

/** What a pile is asked for: in our words, or in a call of its own protocol. */
export type Ask = Asked & Order

/** How a pile answered a call of the server's own. */
export interface OurAnswer {
  /** Its status, or the code of its error. */
  word: string
  isYes: boolean
  list_version: number | null
  /** What its profiles come to, of an answer that tells. */
  schedule: ToldSchedule | null
  /** Which tariffs it holds, of an answer that tells. */
  tariffs: readonly HeldTariff[] | null
  /** What was asked for follows in reports. */
  inReports: boolean
}

/** A command that is written down. */
export interface ToSend {
  id: number
  /** Sends it in its turn; never rejects. */
  send: () => Promise<Outcome>
}

/** More than a person asks for in the time that a pile takes to answer. */
const MOST_WAITING = 20
/** What the server asks for by itself, such as the end of a session, finds room beyond that. */
const MOST_WITH_OURS = 24

/** Piles whose commands are taken up at a time. */
const RESUMED_AT_ONCE = 8

/** Another node may have carried it out. */
const UNKNOWN_END: Failure = { status: 'timed_out', code: 'InternalError', description: '', details: null }

/** From the end of the transaction that wrote a command down until its call. */
const SENT_WITHIN_MS = 250

/** The calls that people send to piles. Those of one pile go out in the order in which they were asked for. */
export class Commands {
  readonly #deps: CommandDeps
  readonly #store: CommandStore
  readonly #moves: CommandMoves
  readonly #followed = new FollowedCommands()
  readonly #turns = new PileTurns()
  readonly #run: CommandRun
  readonly #node: () => number
  #moved: (moved: Moved) => void = () => {}
  readonly state: ProcessState[]
  readonly #unanswered = new Map<number, Promise<Outcome>>()
  readonly #awaited = new Map<number, () => void>()

  constructor(deps: CommandDeps) {
    this.#deps = { ...deps, moved: (moved) => this.#moved(moved), readBack: (...changed) => this.#readBack(...changed) }
    const { handover } = deps
    this.state = [this.#followed.state, this.#turns.state, ...(handover ? [handover.state] : [])]
    this.#store = new CommandStore(deps.db)
    this.#node = deps.node ?? (() => 0)
    this.#moves = new CommandMoves(deps.db, this.#node)
    handover?.onClaim((command) => this.#send(command))
    this.#run = new CommandRun(this.#deps, { store: this.#store, moves: this.#moves, followed: this.#followed })
  }

  /** Whenever something becomes of a command, no matter who asked for it. */
  onMoved(moved: (moved: Moved) => void): void {
    this.#moved = moved
  }

  /**
   * Writes a command down, in the caller's transaction if it is in one. `send` follows once that is durable. Refused when
   * more wait for the pile than it can take, no matter who asked for them and on whatever way.
   */
  async write(ask: Ask, db: Kysely<Database> = this.#deps.db): Promise<ToSend> {
    const [written] = await this.writeAll([ask], db)
    if (!written) throw new Refusal(409, 'commands:queue_full')
    return written
  }

  /** The same of many at once; null for each whose pile has as many waiting as it can take. */
  async writeAll(asks: readonly Ask[], db: Kysely<Database> = this.#deps.db): Promise<(ToSend | null)[]> {
    if (!asks.length) return []
    const commands = await Promise.all(
      asks.map(async (ask) => {
        const { pile_id, connector_number, asked_by } = ask
        const { hides, ...kept } = await this.#keptAs(ask)
        return { command: { pile_id, connector_number, asked_by, ...kept }, hides }
      }),
    )
    const most = ({ asked_by }: NewCommand) => (asked_by === null ? MOST_WITH_OURS : MOST_WAITING)
    const add = (trx: Kysely<Database>) =>
      new CommandStore(trx).add(
        commands.map(({ command }) => ({ ...command, most: most(command), node_id: this.#node() })),
      )
    const ids = await (db.isTransaction ? add(db) : inTransaction(db, add))
    return asks.map((asked, at) => {
      const [id, written] = [ids[at], commands[at]]
      if (!id || !written) return null
      const { command, hides } = written
      const { one_of_many = false } = asked
      return { id, send: () => this.#send({ ...command, id, one_of_many, asked, hides }) }
    })
  }

  /** Writes a command down and sends it in its turn; resolves when its call has ended, whatever its end. */
  async ask(ask: Ask): Promise<Outcome & { id: number }> {
    const { id, send } = await this.write(ask)
    return { id, ...(await send()) }
  }

  /** Resolves when a command's call has ended, with how; or to null: the time is over, or nothing is under way here. */
  async answered(id: number, withinMs: number): Promise<Outcome | null> {
    // Who asks twice at once may be answered between the end of the first one's transaction and the call that follows.
    if (!this.#unanswered.has(id)) {
      const sending = new Promise<void>((resolve) => this.#awaited.set(id, resolve))
      if (await this.#store.isQueued(id)) await within(sending, SENT_WITHIN_MS)
      this.#awaited.delete(id)
    }
    return within(this.#unanswered.get(id), withinMs)
  }

  /** Asks a pile to end a transaction, on behalf of nobody. */
  async remoteStop(pile_id: number, transaction_id: string): Promise<void> {
    await this.ask({ pile_id, connector_number: null, intent: { ask: 'stop', transaction_id }, asked_by: null })
  }

  /**
   * Asks a pile on behalf of nobody; null when it gave no answer. What its protocol has no words for is not asked. Of several settings it may take
   * fewer at once: then the first answer that is no yes is the answer.
   */
  async askOurs(pile_id: number, intent: Intent): Promise<OurAnswer | null> {
    if (intent.ask !== 'read_settings') return this.#askOnce(pile_id, intent)
    const answers = await this.askInParts(pile_id, intent)
    const other = answers.find((one) => !one?.isYes)
    return other === undefined ? (answers.at(-1) ?? null) : other
  }

  async #askOnce(pile_id: number, intent: Intent): Promise<OurAnswer | null> {
    const { asks, errorNames } = this.#deps.gateway.protocolOf(pile_id)
    if (!asks.includes(intent.ask)) return refusedWith(errorNames.not_supported)
    const { reply, failure } = await this.ask({ pile_id, connector_number: null, intent, asked_by: null })
    if (reply) return answerOf(reply)
    return failure?.status === 'refused' ? refusedWith(failure.code) : null
  }

  /** The same in as many calls as the pile takes it in, one after the other; their answers. */
  async askInParts(pile_id: number, intent: Intent): Promise<(OurAnswer | null)[]> {
    const { parts, limits } = this.#deps.gateway.protocolOf(pile_id)
    const told = limits ? await this.#store.settings(pile_id, limits) : new Map<string, string>()
    const answers: (OurAnswer | null)[] = []
    for (const part of parts?.(intent, told) ?? [intent]) answers.push(await this.#askOnce(pile_id, part))
    return answers
  }

  /** A message of a pile was handled and answered. */
  sign(pile_id: number, sign: Sign) {
    this.#followed.sign(pile_id, sign)
  }

  /** A pile answered a call that it was no longer waited for, on whatever socket. False when it is no command's. */
  lateAnswer(pile_id: number, unique_id: string, read: (action: string) => CallOutcome): boolean {
    return this.#run.late(pile_id, unique_id, read)
  }

  /**
   * Takes up what a stop of the server, or the node that had these piles, left; null: of all piles that no other node has. What was not sent
   * never will be, what was sent or accepted is awaited again. To be called before they are let in, so that none of their messages is missed.
   */
  async resume(piles: readonly number[] | null = null): Promise<void> {
    const ofPiles = new Map<number, Unfinished[]>()
    for (const command of await this.#store.takeUnfinished(piles, this.#node()))
      if (!this.#followed.has(command)) ofPiles.set(command.pile_id, [...(ofPiles.get(command.pile_id) ?? []), command])
    const waiting = [...ofPiles.values()]
    const next = async () => {
      for (let commands = waiting.pop(); commands; commands = waiting.pop())
        for (const command of commands) await this.#run.resume(command)
    }
    await Promise.all(Array.from({ length: RESUMED_AT_ONCE }, next))
  }

  /** Another node has a pile, and follows what becomes of its commands. */
  movedOut(pile_id: number): void {
    this.#followed.movedOut(pile_id)
  }

  /** Looks at what other nodes ask for piles that are here, and what they did with what was given to them; to be called about once a second. */
  async look(): Promise<void> {
    await this.#deps.handover?.look()
  }

  /** Says of what waited at a node that ended that it was not sent; to be called every few seconds. */
  async tidy(): Promise<void> {
    for (const { id, action } of await this.#store.dropOrphans(this.#node(), failureText(serverStopped))) {
      this.#deps.live.changed('command', id)
      this.#moved({ id, action, status: 'not_sent' })
    }
  }

  /** Resolves when what became of commands so far is kept. */
  drain(): Promise<void> {
    return this.#moves.drain()
  }

  /** As the commands' table keeps it: without its secrets. */
  async #keptAs(
    ask: Ask,
  ): Promise<Pick<NewCommand, 'action' | 'intent' | 'call' | 'payload'> & { hides: SettingKeys }> {
    const { gateway } = this.#deps
    const isWritten = !('intent' in ask)
    const protocol = isWritten ? await gateway.spokenBy(ask.pile_id) : gateway.protocolOf(ask.pile_id)
    const words = inWordsOf(ask, protocol, null)
    const isNamed = isWritten && protocol.namesTransactions
    const { intent, sent } = isNamed ? await inOurNumbers(words, this.#store.transactionsOf(ask.pile_id)) : words
    const hides = await this.#store.writeOnly(ask.pile_id, keysSetBy(intent))
    return {
      action: intent?.ask ?? 'other',
      intent: intent && withoutSecret(intent, hides),
      call: sent?.action ?? null,
      payload: sent ? protocol.withoutSecrets(sent.payload, hides) : {},
      hides,
    }
  }

  /** What a pile says it took is believed when it tells it. */
  #readBack(pile_id: number, intent: Intent) {
    this.askInParts(pile_id, intent).catch((error: unknown) => {
      if (!(error instanceof Refusal)) this.#deps.log.error({ err: error, pile_id }, 'a change could not be read back')
    })
  }

  async #carryOut(command: Written): Promise<Outcome> {
    const { handover, log } = this.#deps
    if (!handover?.isElsewhere(command.pile_id)) return await this.#run.carryOut(command)
    try {
      return (await handover.give(command)) ?? (await this.#run.carryOut(command))
    } catch (error) {
      log.error({ err: error, command: command.id }, 'a command could not be given to another node')
      const isUnsent = await whenBack(
        () => handover.giveUp(command.id),
        () => {},
      ).catch(() => false)
      this.#deps.live.changed('command', command.id)
      return { answer: null, reply: null, failure: isUnsent ? serverStopped : UNKNOWN_END }
    }
  }

  #send(command: Written): Promise<Outcome> {
    const ended = this.#turns.take(command.pile_id, () =>
      tracedAnew('command', () => this.#carryOut(command), ofCommand(command)),
    )
    this.#unanswered.set(command.id, ended)
    this.#awaited.get(command.id)?.()
    void ended.then(() => this.#unanswered.delete(command.id))
    return ended
  }
}

const ofCommand = ({ id, pile_id, action }: Written) => ({
  'chargedeck.command': id,
  'chargedeck.pile': pile_id,
  'chargedeck.action': action,
})

const refusedWith = (word: string): OurAnswer => ({
  ...{ word, isYes: false, list_version: null, schedule: null, tariffs: null, inReports: false },
})

const answerOf = ({ word, meaning, list_version, schedule, tariffs, proviso }: Reply): OurAnswer => ({
  word,
  isYes: meaning === 'yes',
  list_version: list_version ?? null,
  schedule: schedule ?? null,
  tariffs: tariffs ?? null,
  inReports: proviso === 'Reports',
})
