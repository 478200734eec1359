import type { Alarm, Clock } from './clock.ts'
import type { BootAnswer } from './messages.ts'

/** What registration needs of its pile. */
export interface RegistrationDeps {
  clock: Clock
  /** BootNotification.req to the central system. */
  boot(): Promise<BootAnswer>
  /** Accepted: the heartbeat interval in seconds, 0 when the central system leaves it to the pile. */
  accepted(interval_s: number): unknown
}

/** Wait before another BootNotification when the central system names none. */
const USUAL_RETRY_S = 60

/**
 * A pile says nothing of its own accord until its BootNotification is accepted; Pending and Rejected tell when to ask
 * again (OCPP 1.6, clause 4.2).
 */
export class Registration {
  state: 'none' | BootAnswer['status'] = 'none'
  #deps: RegistrationDeps
  #asking = false
  #retry: Alarm | undefined

  constructor(deps: RegistrationDeps) {
    this.#deps = deps
  }

  get accepted() {
    return this.state === 'Accepted'
  }

  /** Asks now; what a lost connection interrupts is asked again at the next one. */
  async apply() {
    if (this.#asking) return
    this.#asking = true
    this.#retry?.cancel()
    const answer = await this.#deps.boot().catch(() => undefined)
    this.#asking = false
    this.state = answer?.status ?? 'none'
    if (answer?.status === 'Accepted') return this.#deps.accepted(answer.interval)
    this.#retry = this.#deps.clock.after((answer?.interval || USUAL_RETRY_S) * 1000, () => this.apply())
  }

  /** Forgets the registration, as a reboot does. */
  forget() {
    this.state = 'none'
    this.#retry?.cancel()
  }
}
