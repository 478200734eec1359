import { CallError } from '../../src/fleet/frame.ts'
import { ScriptedPile } from '../../src/fleet/scripted.ts'

export const SESSIONS = 6
export const READINGS = 5
const MINUTE = 60_000
/** A node that froze answers nothing; whoever has its piles waits for it for a moment. */
const PATIENCE_MS = 5_000

interface How {
  /** Called of each socket, before it is opened. */
  made?(pile: ScriptedPile): void
  /** How long it waits until it tries again. */
  againMs?(): number
}

/** A pile as firmware is: it says each thing until it is answered, over as many sockets and at as many addresses as that takes. */
export class StubbornPile {
  readonly station: string
  readonly urls: readonly string[]
  readonly protocol: string
  /** What the server said that it could not do. */
  readonly errors: CallError[] = []
  readonly #how: How
  #pile: ScriptedPile | undefined
  #at: number

  /** `first`: the address that it begins with. */
  constructor(urls: readonly string[], station: string, protocol: string, first = 0, how: How = {}) {
    this.#how = how
    this.urls = urls
    this.station = station
    this.protocol = protocol
    this.#at = first
  }

  async call<Answer>(action: string, payload: Record<string, unknown>): Promise<Answer> {
    for (;;) {
      try {
        return await (await this.#connected()).call<Answer>(action, payload)
      } catch (error) {
        if (error instanceof CallError && error.code === 'FormationViolation') throw error
        // A call without an answer is an error of the pile's own.
        if (!(error instanceof CallError)) this.elsewhere()
        else if (error.code !== 'GenericError') this.errors.push(error)
        await new Promise((resolve) => setTimeout(resolve, this.#how.againMs?.() ?? 40))
      }
    }
  }

  get connected(): boolean {
    return this.#pile?.peer.connected ?? false
  }

  async close() {
    await this.#pile?.close()
  }

  /** Gives its socket up and goes on at the next address. */
  elsewhere() {
    this.#pile?.drop()
    this.#pile = undefined
    this.#at++
  }

  async #connected(): Promise<ScriptedPile> {
    if (this.#pile?.peer.connected) return this.#pile
    const url = this.urls[this.#at % this.urls.length] ?? ''
    const pile = new ScriptedPile({
      url,
      station: this.station,
      protocols: [this.protocol],
      callTimeoutMs: PATIENCE_MS,
    })
    this.#how.made?.(pile)
    await pile.peer.connect()
    this.#pile = pile
    return pile
  }
}

/** Charges session after session and counts what the server has acknowledged. */
export async function work(pile: StubbornPile, card: string, acknowledged: () => void) {
  let register = 10_000
  for (let session = 0; session < SESSIONS; session++) {
    const from = Date.now() - 2 * 60 * MINUTE + session * 10 * MINUTE
    const at = (minute: number) => new Date(from + minute * MINUTE).toISOString()
    const start = { connectorId: 1, idTag: card, meterStart: register, timestamp: at(0) }
    const { transactionId } = await pile.call<{ transactionId: number }>('StartTransaction', start)
    for (let reading = 1; reading <= READINGS; reading++) {
      register += 100 + reading
      const sampledValue = [{ value: String(register), measurand: 'Energy.Active.Import.Register', unit: 'Wh' }]
      await pile.call('MeterValues', {
        connectorId: 1,
        transactionId,
        meterValue: [{ timestamp: at(reading), sampledValue }],
      })
      acknowledged()
    }
    await pile.call('StopTransaction', {
      transactionId,
      meterStop: register,
      timestamp: at(READINGS + 1),
      reason: 'Local',
    })
    acknowledged()
  }
}

/** The same in the numbered events of 2.0.1. */
export async function work201(pile: StubbornPile, card: string, acknowledged: () => void) {
  await pile.call('BootNotification', { reason: 'PowerUp', chargingStation: { vendorName: 'Volta', model: 'V2' } })
  let register = 10_000
  let seqNo = 0
  const say = async (transactionId: string, eventType: string, timestamp: string, more: object) => {
    const meterValue = [{ timestamp, sampledValue: [{ value: register, context: 'Sample.Periodic' }] }]
    const info = {
      transactionInfo: { transactionId, ...(eventType === 'Ended' && { stoppedReason: 'EVDisconnected' }) },
    }
    const event = { eventType, timestamp, triggerReason: 'MeterValuePeriodic', seqNo, meterValue, ...info, ...more }
    await pile.call('TransactionEvent', event)
    seqNo++
  }
  for (let session = 0; session < SESSIONS; session++) {
    const from = Date.now() - 2 * 60 * MINUTE + session * 10 * MINUTE
    const at = (minute: number) => new Date(from + minute * MINUTE).toISOString()
    const idToken = { idToken: card, type: 'ISO14443' }
    await say(`t${session}`, 'Started', at(0), { evse: { id: 1, connectorId: 1 }, idToken })
    for (let reading = 1; reading <= READINGS; reading++) {
      register += 100 + reading
      await say(`t${session}`, 'Updated', at(reading), {})
      acknowledged()
    }
    await say(`t${session}`, 'Ended', at(READINGS + 1), {})
    acknowledged()
  }
}
