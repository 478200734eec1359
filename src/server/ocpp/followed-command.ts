import type { Intent } from '../../shared/domain/intent.ts'
import { type Effect, HOUR, type Sign, type Verdict } from './command-sign.ts'
import type { Change, CommandStatus, NewCommand } from './command-store.ts'
import type { CallOutcome } from './outward.ts'
import type { OurCall } from './protocol.ts'

/** What a followed command needs of its surroundings. */
export interface Keeping {
  /** Keeps a step and tells the screens. */
  move(command: SentCommand, change: Change): Promise<void>
  /** Someone should look: the pile said yes and nothing followed. */
  raise(command: SentCommand): Promise<void>
  /** What was raised for it is over. */
  clear(command: SentCommand): Promise<void>
  fault(command: SentCommand, error: unknown): void
  /** How long an effect is awaited, of the time that it may take. */
  patience(within_ms: number): number
}

export type SentCommand = NewCommand & {
  id: number
  /** Many are asked for it, and nobody waits for this one's answer. */
  one_of_many?: boolean
}

/** How the call of a command ended. */
export interface Ending {
  status: 'accepted' | 'refused' | 'failed' | 'timed_out' | 'unclear' | 'not_connected' | 'not_sent'
  kept?: Partial<Change>
  /** Things are so already: no effect will be seen, unless something was seen before the answer. */
  already?: boolean
  /** It says that it has nothing to do. Some do it all the same and tell of it later: that counts. */
  nothing?: boolean
}

export interface Following {
  /** What it asks for; null for what no effect is known of. */
  intent: Intent | null
  /** In the words of the pile's protocol. */
  sent: OurCall
  effect: Effect | null
  unique_id: string | null
  status: CommandStatus
}

/** An answer may come so late, even where there is no effect to see. */
export const LATE_ANSWER_MS = HOUR

/** In these a command stays where nothing more can be seen of it; a no counts whatever happens afterwards. */
const FINAL = new Set<CommandStatus>(['done', 'refused', 'not_connected', 'not_sent'])

/**
 * One command from the moment it is sent: the state says what is known of it. A yes awaits its effect; where nothing
 * follows in time, and where no answer came, later evidence still corrects the state.
 */
export class FollowedCommand {
  readonly command: SentCommand
  readonly intent: Intent | null
  readonly sent: OurCall
  readonly unique_id: string | null
  status: CommandStatus
  effect: Effect | null
  /** For a call that gives a pile its password: to be told how the call ended, and again when its answer comes late. */
  given: ((outcome: CallOutcome) => Promise<void>) | null = null
  /** What it told its pile that nobody may see. */
  secrets: readonly string[] = []
  /** Resolves when an effect was seen that stands for the answer. */
  readonly stoodFor: Promise<'effect'>
  readonly #keeping: Keeping
  #stands: () => void = () => {}
  #early: Verdict[] = []
  #work: Promise<void> = Promise.resolve()
  #timer: NodeJS.Timeout | undefined
  #left = false
  #onLeave: () => void = () => {}

  constructor(command: SentCommand, { intent, sent, effect, unique_id, status }: Following, keeping: Keeping) {
    this.command = command
    this.intent = intent
    this.sent = sent
    this.effect = effect
    this.unique_id = unique_id
    this.status = status
    this.#keeping = keeping
    this.stoodFor = new Promise((resolve) => {
      this.#stands = () => resolve('effect')
    })
  }

  onLeave(run: () => void): void {
    this.#onLeave = run
  }

  /** Nothing changes it any more. */
  leave(): void {
    this.#left = true
    clearTimeout(this.#timer)
    this.#onLeave()
  }

  /** A message of the pile was handled. Some piles show the effect and answer afterwards. */
  hear(sign: Sign): void {
    const verdict = this.effect?.look(sign)
    if (!verdict) return
    if (this.status !== 'sent') return void this.judge(verdict)
    this.#early.push(verdict)
    if (verdict.is === 'done' && this.effect?.answers) this.#stands()
  }

  /** Its call ended, or an answer came late. */
  settle(ending: Ending): Promise<void> {
    return this.#soon(() => this.#settle(ending))
  }

  /** Something shows how far it is. */
  judge(verdict: Verdict): Promise<void> {
    return this.#soon(() => this.#judge(verdict))
  }

  /** A newer command of its kind was taken: later words cannot be told from that one's. */
  overtaken(status: 'unclear' | 'failed', progress: string): Promise<void> {
    return this.#soon(async () => {
      if (this.status === 'accepted') await this.#move(status, { progress })
      this.leave()
    })
  }

  /** Awaits its effect, or what may still correct it, for so long. */
  await(ms: number): void {
    clearTimeout(this.#timer)
    // A server that stops waits for no effect: the next one takes the command up again.
    this.#timer = setTimeout(() => void this.#soon(() => this.#over()), Math.max(0, ms)).unref()
  }

  async #settle({ status, kept = {}, already = false, nothing = false }: Ending): Promise<void> {
    const early = this.#early.splice(0)
    const isLate = this.status !== 'sent' && this.status !== 'timed_out'
    const isYes = status === 'accepted'
    if (isYes && isLate) return await this.#move(this.status, kept)
    if (isYes && (!this.effect || (already && early.length === 0))) return await this.#done(kept)
    if (isYes && nothing && early.length === 0) {
      await this.#move('done', kept)
      return this.#awaitAfter(isYes)
    }
    if (FINAL.has(status) || (status === 'failed' && !this.effect)) {
      await this.#move(status, kept)
      return this.leave()
    }
    const last = early.find(({ is }) => is === 'done') ?? early.at(-1)
    if (last?.is === 'done') return await this.#done(kept, last.word)
    await this.#move(status, kept)
    if (last) await this.#judge(last)
    else this.#awaitAfter(isYes)
    // What came while that was written.
    for (const verdict of this.#early.splice(0)) if (!this.#left) await this.#judge(verdict)
  }

  #awaitAfter(isYes: boolean): void {
    const { within_ms, late_ms } = this.effect ?? { within_ms: LATE_ANSWER_MS, late_ms: 0 }
    this.await(isYes ? this.#keeping.patience(within_ms) : within_ms + late_ms)
  }

  async #judge({ is, word, within_ms }: Verdict): Promise<void> {
    if (is === 'done') return await this.#done({}, word)
    const progress = word === undefined ? {} : { progress: word }
    const wasWithoutEffect = this.status === 'no_effect'
    await this.#move(is === 'failed' ? 'failed' : 'accepted', progress)
    if (wasWithoutEffect) await this.#keeping.clear(this.command)
    if (is === 'failed') this.await(this.effect?.late_ms ?? 0)
    else this.await(this.#keeping.patience(within_ms ?? this.effect?.within_ms ?? 0))
  }

  async #done(kept: Partial<Change>, progress?: string): Promise<void> {
    const effect_at = new Date().toISOString()
    await this.#move('done', { ...kept, ...(progress && { progress }), effect_at })
    await this.#keeping.clear(this.command)
    this.leave()
  }

  /** Its time is over. */
  async #over(): Promise<void> {
    const late = this.effect?.late_ms ?? 0
    if (this.status !== 'accepted') return this.leave()
    await this.#move('no_effect')
    await this.#keeping.raise(this.command)
    if (late > 0) this.await(late)
    else this.leave()
  }

  async #move(status: CommandStatus, kept: Partial<Change> = {}): Promise<void> {
    await this.#keeping.move(this.command, { ...kept, status })
    this.status = status
  }

  /** One step after the other; what the database cannot keep now stays as it was kept. */
  #soon(work: () => Promise<void>): Promise<void> {
    this.#work = this.#work
      .then(() => (this.#left ? undefined : work()))
      .catch((error: unknown) => this.#keeping.fault(this.command, error))
    return this.#work
  }
}
