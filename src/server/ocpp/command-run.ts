import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { AskedTransaction, Intent } from '../../shared/domain/intent.ts'
import type { Database } from '../kit/database/tables.ts'
import type { ProcessState } from '../kit/process-state.ts'
import { inTransaction } from '../kit/transaction.ts'
import { whenBack } from '../kit/when-back.ts'
import { alreadySo, type Circumstances, effectOf, hasEffect } from './command-effects.ts'
import { type Failure, failureOf, failureText, notConnected, serverStopped, unsayable } from './command-failure.ts'
import { giveKey } from './command-key.ts'
import type { CommandMoves } from './command-moves.ts'
import type { Change, CommandStatus, CommandStore, NewCommand, Unfinished } from './command-store.ts'
import { inNamesOf, type Order } from './command-words.ts'
import { type Ending, FollowedCommand, type Keeping, LATE_ANSWER_MS, type SentCommand } from './followed-command.ts'
import type { FollowedCommands } from './followed-commands.ts'
import type { Payload } from './framing.ts'
import { type SettingKeys, withoutQuoted } from './hidden.ts'
import { keepNetwork } from './keep-network.ts'
import { keepRoots } from './keep-roots.ts'
import { keepSettings } from './keep-settings.ts'
import { isMaintenance, stepMs } from './maintenance-effects.ts'
import type { CallOutcome } from './outward.ts'
import type { Alarms, Live, TariffAnswer, ToldTransaction } from './ports.ts'
import type { AcceptedWith, Protocol, Reply, ReplyMeaning } from './protocol.ts'
import { type Protocols, protocols as spoken } from './protocols.ts'
import { readBackOf } from './read-back.ts'

/** What commands need of the gateway. */
export interface PileCalls {
  /** Whether it has a socket at this node. */
  has(pile_id: number): boolean
  /** Sends a call in its turn; resolves to how it ended and never rejects. */
  call(
    pile_id: number,
    action: string,
    payload: Payload,
    options: { timeoutMs: number; id: string; hides: SettingKeys },
  ): Promise<CallOutcome>
  /** What a connected pile speaks; of one that is away the first is taken. */
  protocolOf(pile_id: number): Protocol
  /** The same; of one that is away, what it spoke last. */
  spokenBy(pile_id: number): Promise<Protocol>
}

/** The way to the nodes that have other piles. */
export interface Handover {
  readonly state: ProcessState
  isElsewhere(pile_id: number): boolean
  /** Has the node that has the pile carry a command out; null when there is none any more, and none did. */
  give(command: Written): Promise<Outcome | null>
  /** Says of a command that could not be given that it was not sent; false when another node has it. */
  giveUp(id: number): Promise<boolean>
  /** Carries out what other nodes give. */
  onClaim(claim: (command: Written) => Promise<unknown>): void
  /** To be called about once a second. */
  look(): Promise<void>
}

export interface CommandDeps {
  db: Kysely<Database>
  gateway: PileCalls
  alarms: Pick<Alarms, 'raise' | 'clear'>
  live: Live
  log: { error(detail: object, message: string): void }
  /** A pile took a change that it is to tell of itself. */
  readBack?: (pile_id: number, intent: Intent) => void
  /** A pile told of its configuration; in the transaction that keeps it. */
  settingsTold?: (pile_id: number, db: Kysely<Database>) => Promise<unknown>
  /** A pile told whether it still has reports of a transaction. */
  transactionTold?: (pile_id: number, asked: AskedTransaction, told: ToldTransaction) => Promise<unknown>
  /** A pile said yes to something of which is kept what it holds: its monitors, the messages on its screen. */
  agreed?: (pile_id: number, intent: Intent, reply: Reply) => Promise<unknown>
  /** A pile answered something about its tariffs. */
  tariffAnswered?: (pile_id: number, intent: Intent, answer: TariffAnswer) => Promise<unknown>
  /** Something became of a command: its row is written. */
  moved?: (moved: Moved) => void
  /** This node's number. */
  node?: () => number
  /** To the nodes that have other piles; none where there are no others. */
  handover?: Handover
  /** Those of protocols.ts unless a test adds one. */
  protocols?: Protocols
  /** How long an effect is awaited, of the time that it may take; a test's is short. */
  patience?: (within_ms: number) => number
}

/** What became of which command. */
export type Moved = Pick<NewCommand, 'action'> & { id: number; status: CommandStatus }

/** How a command's call ended; its effect may still be awaited. */
export interface Outcome {
  answer: Payload | null
  /** What the answer says; null without one. */
  reply: Reply | null
  failure: Failure | null
}

/** A command that is written down, with what it asks for, its secrets included. */
export type Written = SentCommand & {
  asked: Order & { timeoutMs?: number }
  /** Settings of it that their pile tells nobody. */
  hides: SettingKeys
}

const ANSWER_WITHIN_MS = 30_000
const NO_EFFECT = 'CommandWithoutEffect'
const ENDINGS: Record<ReplyMeaning, Ending['status']> = {
  yes: 'accepted',
  no: 'refused',
  failed: 'failed',
  unclear: 'unclear',
}

const TARIFF_ASKS = new Set<Intent['ask']>(['set_tariff', 'clear_tariffs', 'read_tariffs'])

const UNKNOWN: Circumstances = { states: new Map(), skew_ms: 0, with_priority: new Set() }

/** Carries commands out: sent, answered or not, effect seen or not; each step is kept and told. */
export class CommandRun {
  readonly #deps: CommandDeps
  readonly #store: CommandStore
  readonly #moves: CommandMoves
  readonly #followed: FollowedCommands
  readonly #keeping: Keeping
  readonly #protocols: Protocols

  constructor(
    deps: CommandDeps,
    { store, moves, followed }: { store: CommandStore; moves: CommandMoves; followed: FollowedCommands },
  ) {
    this.#deps = deps
    this.#protocols = deps.protocols ?? spoken
    this.#store = store
    this.#moves = moves
    this.#followed = followed
    this.#keeping = {
      move: async (command, change) => void (await this.#surely(command, () => this.#move(command, change))),
      raise: (command) => this.#surely(command, () => this.#raise(command)),
      clear: (command) => this.#surely(command, () => this.#clear(command)),
      fault: (command, error) => void this.#fault(command, error),
      patience: (within_ms) => deps.patience?.(within_ms) ?? within_ms,
    }
  }

  /** Never rejects: anyone who waits reads the outcome or the command's row. */
  async carryOut(command: Written): Promise<Outcome> {
    try {
      if (this.#deps.gateway.has(command.pile_id)) return await this.#call(command)
      await this.#move(command, { status: 'not_connected', answer: failureText(notConnected) })
      return { answer: null, reply: null, failure: notConnected }
    } catch (error) {
      return { answer: null, reply: null, failure: this.#fault(command, error) }
    }
  }

  /** Takes up a command that an earlier start left: what was not sent never is, all else is what is known of it. */
  async resume(command: Unfinished): Promise<void> {
    if (command.status === 'queued') {
      await this.#move(command, { status: 'not_sent', answer: failureText(serverStopped) })
      return
    }
    const sent_at = Date.parse(command.sent_at ?? command.created_at)
    const { pile_id, call, payload, unique_id } = command
    const sent = { action: call ?? '', payload }
    // Those of a version before have none in our words.
    const intent = command.intent ?? this.#protocols.readKept(sent)
    const proviso = command.progress as AcceptedWith | null
    const known = { ...(await this.#store.circumstances(pile_id)), sent_at, proviso, command: command.id }
    const effect = effectOf(intent, known)
    const status = command.status === 'sent' ? 'timed_out' : command.status
    const followed = new FollowedCommand(command, { intent, sent, effect, unique_id, status }, this.#keeping)
    this.#followed.add(followed) // before the tables are asked, so that nothing falls between
    if (command.status === 'sent') await this.#move(command, { status })
    const shown = await this.#store.evidence(command, intent, sent_at)
    if (shown) return await followed.judge(shown)
    if (status === 'accepted' && (!effect || alreadySo(intent, known))) return await followed.judge({ is: 'done' })
    followed.await(this.#left(command, followed, sent_at))
  }

  /** An answer to a call that was given up: it says after all what became of it. False when it is none of ours. */
  late(pile_id: number, unique_id: string, read: (action: string) => CallOutcome): boolean {
    const followed = this.#followed.unanswered(pile_id, unique_id)
    if (!followed) return false
    const outcome = read(followed.sent.action)
    void this.#ended(followed, outcome).catch((error: unknown) => this.#fault(followed.command, error))
    return true
  }

  async #call(command: Written): Promise<Outcome> {
    const { pile_id, asked, hides } = command
    const { timeoutMs = ANSWER_WITHIN_MS } = asked
    const protocol = this.#deps.gateway.protocolOf(pile_id)
    const { intent, sent } = await inNamesOf(asked, protocol, command.id, this.#store.transactionsOf(pile_id))
    const sent_at = Date.now()
    const known = { ...(await this.#circumstances(pile_id, intent)), sent_at, proviso: null, command: command.id }
    const unique_id = randomUUID()
    // Followed from before the call: some piles show the effect and answer afterwards.
    const effect = effectOf(intent, known)
    const following = { intent, sent: sent ?? { action: '', payload: {} }, effect, unique_id, status: 'sent' as const }
    const followed = new FollowedCommand(command, following, this.#keeping)
    this.#followed.add(followed)
    try {
      const payload = protocol.namesTransactions && sent && JSON.stringify(protocol.withoutSecrets(sent.payload, hides))
      const began = { status: 'sent' as const, sent_at: new Date(sent_at).toISOString(), unique_id }
      if (!(await this.#move(command, { ...began, ...(payload && { payload }) }))) {
        // It said meanwhile that it was not sent: this node was taken for lost.
        followed.leave()
        return { answer: null, reply: null, failure: serverStopped }
      }
      if (!sent) return await this.#ended(followed, unsayable(protocol))
      followed.secrets = protocol.secretsOf(sent, hides)
      followed.given = await giveKey(this.#deps.db, pile_id, intent)
      const call = this.#deps.gateway.call(pile_id, sent.action, sent.payload, { timeoutMs, id: unique_id, hides })
      const outcome = await Promise.race([call, followed.stoodFor])
      if (outcome !== 'effect') return await this.#ended(followed, outcome)
      await followed.settle({ status: 'timed_out' })
      return { answer: null, reply: null, failure: null }
    } catch (error) {
      followed.leave()
      throw error
    }
  }

  async #ended(followed: FollowedCommand, outcome: CallOutcome): Promise<Outcome> {
    await this.#surely(followed.command, async () => followed.given?.(outcome))
    const failure = failureOf(outcome)
    if (failure) {
      const { status } = failure
      const isAnswered = status === 'refused' || status === 'unclear'
      const kept = {
        answer: withoutQuoted(failureText(failure), followed.secrets),
        ...(isAnswered && { answered_at: now() }),
      }
      await followed.settle({ status, kept: status === 'not_connected' ? { ...kept, sent_at: null } : kept })
      return { answer: null, reply: null, failure }
    }
    const { answer, reply } = outcome as { answer: Payload; reply: Reply }
    await this.#answered(followed, answer, reply)
    return { answer: this.#shown(followed, answer), reply, failure: null }
  }

  /** An answer as people may see it. Some piles quote a password in what they say of it. */
  #shown({ command, secrets }: FollowedCommand, answer: Payload): Payload {
    const shown = this.#deps.gateway.protocolOf(command.pile_id).withoutSecrets(answer)
    return secrets.length === 0 ? shown : JSON.parse(withoutQuoted(JSON.stringify(shown), secrets))
  }

  async #answered(followed: FollowedCommand, answer: Payload, reply: Reply): Promise<void> {
    const { meaning, proviso, settings, roots, transaction, nothing = false } = reply
    const { command, intent } = followed
    const { pile_id } = command
    if (settings) {
      const isAll = intent?.ask === 'read_settings' && intent.keys?.length === 0
      const keep = () =>
        inTransaction(this.#deps.db, async (trx) => {
          await keepSettings(trx, pile_id, settings, isAll)
          await this.#deps.settingsTold?.(pile_id, trx)
        })
      await this.#surely(command, keep)
      this.#deps.live.changed('pile', pile_id)
    }
    if (roots && intent?.ask === 'list_certificates' && intent.use) {
      const { use } = intent
      await this.#surely(command, () => keepRoots(this.#deps.db, pile_id, use, roots))
      this.#deps.live.changed('pile', pile_id)
    }
    if (meaning === 'yes' && intent?.ask === 'write_network') {
      await this.#surely(command, () => keepNetwork(this.#deps.db, pile_id, intent))
      this.#deps.live.changed('pile', pile_id)
    }
    if (transaction && intent?.ask === 'transaction_status')
      await this.#surely(command, async () => this.#deps.transactionTold?.(pile_id, intent, transaction))
    if (intent && TARIFF_ASKS.has(intent.ask)) {
      const told = { isYes: meaning === 'yes', word: reply.word, tariffs: reply.tariffs ?? null }
      const answer = { ...told, byPerson: command.asked_by !== null }
      await this.#surely(command, async () => this.#deps.tariffAnswered?.(pile_id, intent, answer))
    }
    // Its reason is beside the answer, and may quote as well.
    const told = this.#deps.gateway.protocolOf(pile_id).withoutSecrets(answer)
    const text = withoutQuoted(answerText(told, reply), followed.secrets)
    const kept: Partial<Change> = { answer: text, answered_at: now() }
    if (meaning !== 'yes') return await followed.settle({ status: ENDINGS[meaning], kept })
    if (intent && (reply.monitor || reply.screen))
      await this.#surely(command, async () => this.#deps.agreed?.(pile_id, intent, reply))
    const circumstances = await this.#surely(command, () => this.#circumstances(pile_id, intent))
    const known = { ...circumstances, sent_at: Date.now(), proviso, command: command.id, answered: true as const }
    const after = effectOf(intent, known)
    followed.effect = after && { ...after, look: followed.effect?.look ?? after.look }
    if (proviso && proviso !== 'AcceptedCanceled') kept.progress = proviso
    await followed.settle({ status: 'accepted', kept, nothing, already: alreadySo(intent, known) })
    await this.#overtake(followed, proviso)
  }

  /** The pile works on the newest alone, or tells of both in the same words. */
  async #overtake({ command, intent, effect }: FollowedCommand, proviso: AcceptedWith | null): Promise<void> {
    if (!effect) return
    for (const older of this.#followed.of(command.pile_id)) {
      const isAlike = older.command.id < command.id && older.command.action === command.action
      if (!isAlike) continue
      if (proviso === 'AcceptedCanceled') await older.overtaken('failed', proviso)
      else if (isSameMatter(older.intent, intent)) await older.overtaken('unclear', 'Superseded')
    }
  }

  /** How much of its time is left to a command that was taken up. */
  #left(
    { status, progress, answered_at, updated_at }: Unfinished,
    { effect, intent }: FollowedCommand,
    sent_at: number,
  ) {
    if (!effect) return LATE_ANSWER_MS - (Date.now() - sent_at)
    const word = progress && intent && isMaintenance(intent) ? progress : null
    if (status !== 'accepted') return effect.within_ms + effect.late_ms - (Date.now() - sent_at)
    const whole = this.#keeping.patience(word ? stepMs(word) : effect.within_ms)
    return whole - (Date.now() - Date.parse((word ? updated_at : answered_at) ?? updated_at))
  }

  async #circumstances(pile_id: number, intent: Intent | null): Promise<Circumstances> {
    return hasEffect(intent) ? await this.#store.circumstances(pile_id) : UNKNOWN
  }

  async #raise({ pile_id, connector_number, action }: SentCommand): Promise<void> {
    const alarm = { code: NO_EFFECT, kind: 'command' as const, connector_number, message: action, at: Date.now() }
    await this.#deps.alarms.raise({ id: pile_id }, alarm)
  }

  async #clear({ pile_id, connector_number }: SentCommand): Promise<void> {
    await this.#deps.alarms.clear({ id: pile_id }, NO_EFFECT, connector_number, Date.now())
  }

  /** False when another node follows it now. */
  async #move(command: SentCommand, change: Change): Promise<boolean> {
    const { id, action, pile_id } = command
    // Its call waits for that it is sent.
    const isUnhurried = command.one_of_many && change.status !== 'sent'
    if (!(await this.#moves.put(id, change, { isUnhurried }))) return false
    this.#deps.live.changed('command', id)
    this.#deps.moved?.({ id, action, status: change.status })
    for (const again of readBackOf(command, change.status)) this.#deps.readBack?.(pile_id, again)
    return true
  }

  /** What became of a command that was sent is kept once the database is back: no pile says it twice. */
  #surely<T>(command: SentCommand, work: () => Promise<T>): Promise<T> {
    return whenBack(work, (error) => void this.#fault(command, error))
  }

  /** The database failed us: the row stays as it is, and the next start takes it up. */
  #fault(command: SentCommand, error: unknown): Failure {
    this.#deps.log.error({ err: error, command: command.id }, 'a command could not be kept')
    return { status: 'timed_out', code: 'InternalError', description: '', details: null }
  }
}

/** Whether a pile's later words mean both: an update without a number, the availability of the same connector. */
function isSameMatter(older: Intent | null, newer: Intent | null): boolean {
  if (!older || !newer) return false
  if (isMaintenance(older) && isMaintenance(newer)) return older.request === newer.request
  if (older.ask !== 'availability' || newer.ask !== 'availability') return false
  return older.connector_number === newer.connector_number
}

/** An answer as it is kept. Where it says its word elsewhere, and why, that stands where every answer has its word. */
const answerText = (answer: Payload, { word, reason }: Reply) =>
  JSON.stringify(answer.status === undefined && word ? { status: word, ...(reason && { reason }), ...answer } : answer)

const now = () => new Date().toISOString()
