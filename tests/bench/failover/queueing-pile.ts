import { StubbornPile } from '../../ocpp/stubborn-pile.ts'
import { pause } from '../load.ts'

/** What the bench expects of a session, by the register at which it began. */
export interface Expected {
  meterStart: number
  wh: number
  readings: number
}

interface Message {
  action: string
  payload(): Record<string, unknown>
  /** It was answered. */
  answered?(answer: Record<string, unknown>): void
}

interface Options {
  urls: readonly string[]
  station: string
  card: string
  protocol: 'ocpp1.6' | 'ocpp2.0.1'
  /** Between two readings. */
  everyMs: number
  /** Of a session. */
  readings: number
  /** A command that it was given, as often as it is. */
  commanded(id: string): void
}

/**
 * A pile as they are: it charges by its own clock, whether or not anybody hears it. What it has to say waits in its queue, and the head of that is
 * said until it is answered, over as many sockets as that takes.
 */
export class QueueingPile {
  readonly sessions: Expected[] = []
  readonly #options: Options
  readonly #pile: StubbornPile
  readonly #queue: Message[] = []
  #register = 10_000
  #seqNo = 0
  #isOver = false
  #isWhole = false
  acknowledged = 0

  constructor(options: Options) {
    this.#options = options
    const { urls, station, protocol } = options
    this.#pile = new StubbornPile(urls, station, protocol, 0, {
      made: (pile) =>
        pile.onCall('DataTransfer', ({ data }) => {
          options.commanded(String(data))
          return { status: 'Accepted' }
        }),
      againMs: () => 300 + Math.random() * 1_200,
    })
  }

  get waiting(): number {
    return this.#queue.length
  }

  /** What the server said that it could not do. */
  get errors(): readonly Error[] {
    return this.#pile.errors
  }

  /** Charges session after session until it is to end; resolves when all that it said was answered. */
  async run(): Promise<void> {
    const said = this.#say()
    while (!this.#isOver) await this.#charge()
    this.#isWhole = true
    await said
    await this.#pile.close()
  }

  /** No session begins any more. */
  end(): void {
    this.#isOver = true
  }

  async #say(): Promise<void> {
    const { protocol } = this.#options
    if (protocol === 'ocpp2.0.1')
      await this.#pile.call('BootNotification', {
        reason: 'PowerUp',
        chargingStation: { vendorName: 'Volta', model: 'V2' },
      })
    while (!(this.#isWhole && this.#queue.length === 0)) {
      const [head] = this.#queue
      if (!head) {
        await pause(20)
        continue
      }
      const answer = await this.#pile.call<Record<string, unknown>>(head.action, head.payload())
      head.answered?.(answer)
      this.#queue.shift()
      this.acknowledged++
    }
  }

  async #charge(): Promise<void> {
    const { everyMs, readings, protocol } = this.#options
    const meterStart = this.#register
    const session = protocol === 'ocpp1.6' ? this.#of16() : this.#of201()
    session.start()
    for (let reading = 1; reading <= readings; reading++) {
      await pause(everyMs * (0.5 + Math.random()))
      this.#register += 100 + reading
      session.report()
    }
    // What is measured at the same instant is one reading.
    await pause(everyMs / 2)
    session.stop()
    // Those of 2.0.1 tell one with the start and one with the end as well.
    const stored = protocol === 'ocpp1.6' ? readings : readings + 2
    this.sessions.push({ meterStart, wh: this.#register - meterStart, readings: stored })
    await pause(everyMs)
  }

  #of16() {
    const { card } = this.#options
    let transactionId = 0
    const push = (action: string, payload: () => Record<string, unknown>, answered?: Message['answered']) =>
      this.#queue.push({ action, payload, ...(answered && { answered }) })
    return {
      start: () => {
        const start = { connectorId: 1, idTag: card, meterStart: this.#register, timestamp: now() }
        push(
          'StartTransaction',
          () => start,
          (answer) => {
            transactionId = Number(answer.transactionId)
          },
        )
      },
      report: () => {
        const sampledValue = [{ value: String(this.#register), measurand: 'Energy.Active.Import.Register', unit: 'Wh' }]
        const meterValue = [{ timestamp: now(), sampledValue }]
        push('MeterValues', () => ({ connectorId: 1, transactionId, meterValue }))
      },
      stop: () => {
        const stop = { meterStop: this.#register, timestamp: now(), reason: 'Local' }
        push('StopTransaction', () => ({ ...stop, transactionId }))
      },
    }
  }

  #of201() {
    const { card, station } = this.#options
    const transactionId = `${station}-${this.sessions.length}`
    const say = (eventType: string, more: object) => {
      const timestamp = now()
      const meterValue = [{ timestamp, sampledValue: [{ value: this.#register, context: 'Sample.Periodic' }] }]
      const event = {
        ...{ eventType, timestamp, triggerReason: 'MeterValuePeriodic', seqNo: this.#seqNo++, meterValue },
        ...{ offline: !this.#pile.connected, transactionInfo: { transactionId }, ...more },
      }
      this.#queue.push({ action: 'TransactionEvent', payload: () => event })
    }
    return {
      start: () => say('Started', { evse: { id: 1, connectorId: 1 }, idToken: { idToken: card, type: 'ISO14443' } }),
      report: () => say('Updated', {}),
      stop: () => say('Ended', { transactionInfo: { transactionId, stoppedReason: 'EVDisconnected' } }),
    }
  }
}

const now = () => new Date().toISOString()
