import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Database } from '../kit/database/tables.ts'
import { isWord, type Meaning, meaningOf } from './command-answers.ts'
import { alreadySo, effectOf } from './command-effects.ts'
import { type Failure, failureOf, notConnected, serverStopped } from './command-failure.ts'
import { giveKey } from './command-key.ts'
import { keyGiven, withoutKey, withoutSecrets } from './command-secrets.ts'
import type { Payload } from './command-sign.ts'
import type { Change, CommandStore, Unfinished } from './command-store.ts'
import { type Ending, FollowedCommand, type Keeping, LATE_ANSWER_MS, type SentCommand } from './followed-command.ts'
import type { FollowedCommands } from './followed-commands.ts'
import { isMaintenance, requestOf, stepMs } from './maintenance-effects.ts'
import type { CallOutcome } from './outward.ts'
import type { Alarms, Live } from './ports.ts'

/** What commands need of the gateway. */
export interface PileCalls {
  connected(pile_id: number): boolean
  /** Sends a call in its turn; resolves to how it ended and never rejects. */
  call(
    pile_id: number,
    action: string,
    payload: Payload,
    options: { timeoutMs: number; id: string },
  ): Promise<CallOutcome>
}

export interface CommandDeps {
  db: Kysely<Database>
  gateway: PileCalls
  alarms: Pick<Alarms, 'raise' | 'clear'>
  live: Live
  log: { error(detail: object, message: string): void }
  /** How long an effect is awaited, of the time that it may take; a test's is short. */
  patience?: (within_ms: number) => number
}

/** How a command's call ended; its effect may still be awaited. */
export interface Outcome {
  answer: Payload | null
  failure: Failure | null
}

type Written = SentCommand & { timeoutMs?: number }

const ANSWER_WITHIN_MS = 30_000
const NO_EFFECT = 'CommandWithoutEffect'
const ENDINGS: Record<Meaning, Ending['status']> = {
  yes: 'accepted',
  no: 'refused',
  failed: 'failed',
  unclear: 'unclear',
}

/** Carries commands out: sent, answered or not, effect seen or not; each step is kept and told. */
export class CommandRun {
  readonly #deps: CommandDeps
  readonly #store: CommandStore
  readonly #followed: FollowedCommands
  readonly #keeping: Keeping

  constructor(deps: CommandDeps, store: CommandStore, followed: FollowedCommands) {
    this.#deps = deps
    this.#store = store
    this.#followed = followed
    this.#keeping = {
      move: (command, change) => this.#move(command, change),
      raise: (command) => this.#raise(command),
      clear: (command) => this.#clear(command),
      fault: (command, error) => void this.#fault(command, error),
      patience: (within_ms) => deps.patience?.(within_ms) ?? within_ms,
    }
  }

  /** Never rejects: whoever waits reads the outcome or the command's row. */
  async carryOut(command: Written): Promise<Outcome> {
    try {
      if (this.#deps.gateway.connected(command.pile_id)) return await this.#call(command)
      await this.#move(command, { status: 'not_connected', answer: failureText(notConnected) })
      return { answer: null, failure: notConnected }
    } catch (error) {
      return { answer: null, failure: this.#fault(command, error) }
    }
  }

  /** Takes up a command that an earlier start left: what was not sent never is, all else is what is known of it. */
  async resume(command: Unfinished): Promise<void> {
    if (command.status === 'queued') {
      await this.#move(command, { status: 'not_sent', answer: failureText(serverStopped) })
      return
    }
    const sent_at = Date.parse(command.sent_at ?? command.created_at)
    const { answer, pile_id, action, payload, unique_id } = command
    const known = { ...(await this.#store.circumstances(pile_id)), sent_at, answer }
    const effect = effectOf(action, payload, known)
    const status = command.status === 'sent' ? 'timed_out' : command.status
    const followed = new FollowedCommand(command, { effect, unique_id, status }, this.#keeping)
    this.#followed.add(followed) // before the tables are asked, so that nothing falls between
    if (command.status === 'sent') await this.#move(command, { status })
    const shown = await this.#store.evidence(command, sent_at)
    if (shown) return await followed.judge(shown)
    if (status === 'accepted' && (!effect || alreadySo(action, payload, known.states)))
      return await followed.judge({ is: 'done' })
    followed.await(this.#left(command, followed, sent_at))
  }

  /** An answer to a call that was given up: it says after all what became of it. False when it is none of ours. */
  late(pile_id: number, unique_id: string, read: (action: string) => CallOutcome): boolean {
    const followed = this.#followed.unanswered(pile_id, unique_id)
    if (!followed) return false
    const outcome = read(followed.command.action)
    void this.#ended(followed, outcome).catch((error: unknown) => this.#fault(followed.command, error))
    return true
  }

  async #call(command: Written): Promise<Outcome> {
    const { pile_id, action, payload, timeoutMs = ANSWER_WITHIN_MS } = command
    const sent_at = Date.now()
    const known = { ...(await this.#store.circumstances(pile_id)), sent_at, answer: null }
    const unique_id = randomUUID()
    // Followed from before the call: some piles show the effect and answer afterwards.
    const effect = effectOf(action, payload, known)
    const followed = new FollowedCommand(command, { effect, unique_id, status: 'sent' }, this.#keeping)
    this.#followed.add(followed)
    try {
      await this.#move(command, { status: 'sent', sent_at: new Date(sent_at).toISOString(), unique_id })
      followed.given = await giveKey(this.#deps.db, command)
      const call = this.#deps.gateway.call(pile_id, action, payload, { timeoutMs, id: unique_id })
      const outcome = await Promise.race([call, followed.stoodFor])
      if (outcome !== 'effect') return await this.#ended(followed, outcome)
      await followed.settle({ status: 'timed_out' })
      return { answer: null, failure: null }
    } catch (error) {
      followed.leave()
      throw error
    }
  }

  async #ended(followed: FollowedCommand, outcome: CallOutcome): Promise<Outcome> {
    await followed.given?.(outcome)
    const { action, payload } = followed.command
    const failure = failureOf(outcome)
    if (failure) {
      const { status } = failure
      const isAnswered = status === 'refused' || status === 'unclear'
      const kept = {
        answer: withoutKey(failureText(failure), keyGiven(action, payload)),
        ...(isAnswered && { answered_at: now() }),
      }
      await followed.settle({ status, kept: status === 'not_connected' ? { ...kept, sent_at: null } : kept })
      return { answer: null, failure }
    }
    const { answer } = outcome as { answer: Payload }
    await this.#answered(followed, answer)
    return { answer, failure: null }
  }

  async #answered(followed: FollowedCommand, answer: Payload): Promise<void> {
    const { command } = followed
    const { pile_id, action, payload } = command
    const meaning = meaningOf(action, answer)
    const kept: Partial<Change> = { answer: JSON.stringify(withoutSecrets(answer)), answered_at: now() }
    if (meaning !== 'yes') return await followed.settle({ status: ENDINGS[meaning], kept })
    const known = { ...(await this.#store.circumstances(pile_id)), sent_at: Date.now(), answer }
    const after = effectOf(action, payload, known)
    followed.effect = after && { ...after, look: followed.effect?.look ?? after.look }
    for (const waits of ['Scheduled', 'RebootRequired']) if (isWord(answer, waits)) kept.progress = waits
    await followed.settle({ status: 'accepted', kept, already: alreadySo(action, payload, known.states) })
    await this.#overtake(followed, answer)
  }

  /** The pile works on the newest alone, or tells of both in the same words. */
  async #overtake({ command, effect }: FollowedCommand, answer: Payload): Promise<void> {
    if (!effect) return
    for (const older of this.#followed.of(command.pile_id)) {
      const isAlike = older.command.id < command.id && older.command.action === command.action
      if (!isAlike) continue
      if (isWord(answer, 'AcceptedCanceled')) await older.overtaken('failed', 'AcceptedCanceled')
      else if (isSameMatter(older.command, command)) await older.overtaken('unclear', 'Superseded')
    }
  }

  /** How much of its time is left to a command that was taken up. */
  #left(
    { status, progress, answered_at, action, updated_at }: Unfinished,
    { effect }: FollowedCommand,
    sent_at: number,
  ) {
    if (!effect) return LATE_ANSWER_MS - (Date.now() - sent_at)
    const word = progress && isMaintenance(action) ? progress : null
    if (status !== 'accepted') return effect.within_ms + effect.late_ms - (Date.now() - sent_at)
    const whole = this.#keeping.patience(word ? stepMs(word) : effect.within_ms)
    return whole - (Date.now() - Date.parse((word ? updated_at : answered_at) ?? updated_at))
  }

  async #raise({ pile_id, connector_number, action }: SentCommand): Promise<void> {
    const pile = await this.#store.pile(pile_id)
    const alarm = { code: NO_EFFECT, kind: 'command' as const, connector_number, message: action, at: Date.now() }
    if (pile) await this.#deps.alarms.raise(pile, alarm)
  }

  async #clear({ pile_id, connector_number }: SentCommand): Promise<void> {
    const pile = await this.#store.pile(pile_id)
    if (pile) await this.#deps.alarms.clear(pile, NO_EFFECT, connector_number, Date.now())
  }

  async #move(command: SentCommand, change: Change): Promise<void> {
    await this.#store.move(command.id, change)
    this.#deps.live.changed('command', command.id)
  }

  /** The database failed us: the row stays as it is, and the next start takes it up. */
  #fault(command: SentCommand, error: unknown): Failure {
    this.#deps.log.error({ err: error, command: command.id }, 'a command could not be kept')
    return { status: 'timed_out', code: 'InternalError', description: '', details: null }
  }
}

/** Whether a pile's later words mean both: an update without a number, the availability of the same connector. */
function isSameMatter(older: SentCommand, newer: SentCommand): boolean {
  if (isMaintenance(newer.action)) return requestOf(older.payload) === requestOf(newer.payload)
  return newer.action === 'ChangeAvailability' && older.payload.connectorId === newer.payload.connectorId
}

const now = () => new Date().toISOString()

function failureText({ code, description, details }: Failure): string {
  return JSON.stringify({ code, description, details })
}
