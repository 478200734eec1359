import type { Kysely } from 'kysely'
import type { Database } from '../kit/database/tables.ts'
import { alreadySo, effectOf, type Payload, saysYes, scheduledWithinMs } from './command-effects.ts'
import { type Failure, failureOf, notConnected } from './command-failure.ts'
import { keyGiven, withoutSecrets } from './command-secrets.ts'
import type { Change, CommandStatus, CommandStore, NewCommand, Unfinished } from './command-store.ts'
import type { EffectWatches, Expectation } from './effect-watches.ts'
import type { CallOutcome } from './outward.ts'
import type { Alarms, Live } from './ports.ts'

/** What commands need of the gateway. */
export interface PileCalls {
  connected(pile_id: number): boolean
  /** Sends a call in its turn; resolves to how it ended and never rejects. */
  call(pile_id: number, action: string, payload: Payload, options: { timeoutMs: number }): Promise<CallOutcome>
}

export interface CommandNeeds {
  db: Kysely<Database>
  gateway: PileCalls
  alarms: Pick<Alarms, 'raise' | 'clear'>
  live: Live
  log: { error(detail: object, message: string): void }
  /** A pile has taken this password as its own. */
  passwordTaken(pile_id: number, password: string): Promise<void>
  /** How long an effect is awaited, of the time that it may take; a test's is short. */
  patience?: (within_ms: number) => number
}

/** How a command's call ended; its effect may still be awaited. */
export interface Outcome {
  answer: Payload | null
  failure: Failure | null
}

type Written = NewCommand & { id: number; timeoutMs?: number }

/** What follows the answer: the effect that is awaited, for how long, and whether things are so already. */
interface After {
  expectation: Expectation | null
  within_ms: number
  already: boolean
}

const ANSWER_WITHIN_MS = 30_000
const NO_EFFECT = 'CommandWithoutEffect'

/** Carries one command out: sent, accepted or refused, effect seen or not; each step is kept and told. */
export class CommandRun {
  readonly #needs: CommandNeeds
  readonly #store: CommandStore
  readonly #watches: EffectWatches

  constructor(needs: CommandNeeds, store: CommandStore, watches: EffectWatches) {
    this.#needs = needs
    this.#store = store
    this.#watches = watches
  }

  /** Never rejects: whoever waits reads the outcome or the command's row. */
  async carryOut(command: Written): Promise<Outcome> {
    try {
      return await this.#call(command)
    } catch (error) {
      return { answer: null, failure: this.#fault(command, error) }
    }
  }

  /** An accepted command is awaited for what is left of its time; one without an answer will get none any more. */
  async resume(command: Unfinished): Promise<void> {
    if (command.status !== 'accepted') return await this.#move(command, 'timed_out')
    const { pile_id, action, payload } = command
    const states = await this.#store.connectorStates(pile_id)
    const effect = effectOf(action, payload, states)
    if (!effect || alreadySo(action, payload, states) || (await this.#store.tookEffect(command)))
      return await this.#done(command)
    const whole = this.#patience(command.answer, effect.within_ms)
    const left = whole - (Date.now() - Date.parse(command.answered_at ?? ''))
    void this.#awaitEffect(command, this.#watches.expect(pile_id, effect), Math.max(0, left))
  }

  async #call(command: Written): Promise<Outcome> {
    const { pile_id, action, payload, timeoutMs = ANSWER_WITHIN_MS } = command
    if (!this.#needs.gateway.connected(pile_id)) return await this.#fail(command, notConnected)
    const states = await this.#store.connectorStates(pile_id)
    const effect = effectOf(action, payload, states)
    // Watched from before the call: some piles show the effect and answer afterwards.
    const expectation = effect && this.#watches.expect(pile_id, effect)
    try {
      await this.#move(command, 'sent', { sent_at: now() })
      const outcome = await this.#needs.gateway.call(pile_id, action, payload, { timeoutMs })
      const failure = failureOf(outcome)
      if (failure) {
        expectation?.cancel()
        return await this.#fail(command, failure)
      }
      const { answer } = outcome as { answer: Payload }
      const already = alreadySo(action, payload, states)
      await this.#answered(command, answer, { expectation, within_ms: effect?.within_ms ?? 0, already })
      return { answer, failure: null }
    } catch (error) {
      expectation?.cancel()
      throw error
    }
  }

  async #answered(command: Written, answer: Payload, { expectation, within_ms, already }: After): Promise<void> {
    const kept = { answer: JSON.stringify(withoutSecrets(answer)), answered_at: now() }
    const yes = saysYes(answer)
    if (yes) await this.#keepPassword(command)
    if (yes && expectation && !expectation.seen && !already) {
      await this.#move(command, 'accepted', kept)
      void this.#awaitEffect(command, expectation, this.#patience(answer, within_ms))
      return
    }
    expectation?.cancel()
    if (yes) await this.#done(command, kept)
    else await this.#move(command, 'refused', kept)
  }

  async #awaitEffect(command: Written, expectation: Expectation, within_ms: number): Promise<void> {
    try {
      if (await expectation.within(within_ms)) await this.#done(command)
      else await this.#noEffect(command)
    } catch (error) {
      this.#fault(command, error)
    }
  }

  #patience(answer: Payload | null, within_ms: number): number {
    const whole = answer?.status === 'Scheduled' ? scheduledWithinMs : within_ms
    return this.#needs.patience?.(whole) ?? whole
  }

  async #done(command: Written, kept: Partial<Change> = {}): Promise<void> {
    await this.#move(command, 'done', { ...kept, effect_at: now() })
    const pile = await this.#store.pile(command.pile_id)
    if (pile) await this.#needs.alarms.clear(pile, NO_EFFECT, command.connector_number, Date.now())
  }

  async #noEffect(command: Written): Promise<void> {
    await this.#move(command, 'no_effect')
    const { connector_number, action } = command
    const pile = await this.#store.pile(command.pile_id)
    const alarm = { code: NO_EFFECT, kind: 'command' as const, connector_number, message: action, at: Date.now() }
    if (pile) await this.#needs.alarms.raise(pile, alarm)
  }

  async #fail(command: Written, failure: Failure): Promise<Outcome> {
    const { status, ...said } = failure
    await this.#move(command, status, { answer: JSON.stringify(said), answered_at: now() })
    return { answer: null, failure }
  }

  async #move(command: Written | Unfinished, status: CommandStatus, kept: Partial<Change> = {}): Promise<void> {
    await this.#store.move(command.id, { ...kept, status })
    this.#needs.live.changed('command', command.id)
  }

  async #keepPassword({ pile_id, action, payload }: Written): Promise<void> {
    const password = keyGiven(action, payload)
    if (password !== null) await this.#needs.passwordTaken(pile_id, password)
  }

  /** The database failed us: the row stays as it is, and the next start takes it up. */
  #fault(command: Written, error: unknown): Failure {
    this.#needs.log.error({ err: error, command: command.id }, 'a command could not be kept')
    return { status: 'timed_out', code: 'InternalError', description: '', details: null }
  }
}

const now = () => new Date().toISOString()
