import { CallError } from '../../../src/fleet/frame.ts'
import { Peer } from '../../../src/fleet/peer.ts'
import { ConnectionLost, HandshakeRefused } from '../../../src/fleet/refusal.ts'
import { boot, pause } from '../load.ts'

/** What went otherwise than it should, of all piles together. */
export interface Trouble {
  /** The network refused, or its queue was full: it is tried again. */
  retries: number
  /** A node had too many coming in and named a time. */
  putOff: number
  errors: string[]
}

interface Options {
  station: string
  /** Of the nodes; it begins with the first. */
  urls: readonly string[]
  /** Its own. */
  address: string
  trouble: Trouble
}

/** A pile that comes back by itself whenever its node is lost, and says each report until it is answered. */
export class LastingPile {
  readonly #peer: Peer
  readonly #urls: readonly string[]
  readonly #trouble: Trouble
  #at = 0
  #isIn = false
  #isLeaving = false
  #back: Promise<void> = Promise.resolve()
  #transaction = 0
  #wh = 0
  acknowledged = 0
  /** When it was served again after it lost its node. */
  backAt = 0

  constructor({ station, urls, address: localAddress, trouble }: Options) {
    this.#urls = urls
    this.#trouble = trouble
    const closed = () => {
      if (!this.#isIn || this.#isLeaving) return
      this.#isIn = false
      this.#at++
      this.#back = this.comeIn().then(() => {
        this.backAt = performance.now()
      })
    }
    this.#peer = new Peer({ url: urls[0] ?? '', station, localAddress, callTimeoutMs: 60_000 }, { closed })
  }

  get wh(): number {
    return this.#wh
  }

  /** Connects and boots, at whichever node takes it. */
  async comeIn(): Promise<void> {
    while (!this.#isLeaving) {
      try {
        this.#peer.url = this.#urls[this.#at % this.#urls.length] ?? ''
        if (!this.#peer.connected) await this.#peer.connect()
        this.#isIn = true
        await boot(this.#peer)
        await this.#say('StatusNotification', {
          connectorId: 1,
          errorCode: 'NoError',
          status: this.#transaction ? 'Charging' : 'Available',
        })
        return
      } catch (error) {
        await this.#failed(error)
      }
    }
  }

  async startSession(card: string): Promise<void> {
    const start = { connectorId: 1, idTag: card, meterStart: 0, timestamp: new Date().toISOString() }
    const answer = await this.#peer.call<{ transactionId: number; idTagInfo: { status: string } }>(
      'StartTransaction',
      start,
    )
    if (answer.idTagInfo.status !== 'Accepted') throw new Error(`the card is ${answer.idTagInfo.status}`)
    this.#transaction = answer.transactionId
  }

  /** Says what its meter shows, until that is answered. */
  async report(): Promise<void> {
    this.#wh += 10
    const sampledValue = [{ value: String(this.#wh), measurand: 'Energy.Active.Import.Register', unit: 'Wh' }]
    const meterValue = [{ timestamp: new Date().toISOString(), sampledValue }]
    await this.#untilAnswered('MeterValues', { connectorId: 1, transactionId: this.#transaction, meterValue })
    this.acknowledged++
  }

  async stopSession(): Promise<void> {
    const timestamp = new Date().toISOString()
    const stop = { transactionId: this.#transaction, meterStop: this.#wh, timestamp, reason: 'Local' }
    await this.#untilAnswered('StopTransaction', stop)
  }

  async leave(): Promise<void> {
    this.#isLeaving = true
    await this.#peer.close()
  }

  async #untilAnswered(action: string, payload: Record<string, unknown>): Promise<void> {
    for (;;) {
      try {
        await this.#back
        await this.#say(action, payload)
        return
      } catch (error) {
        if (!(error instanceof ConnectionLost)) this.#trouble.errors.push(`${action}: ${error}`)
      }
    }
  }

  #say(action: string, payload: Record<string, unknown>) {
    return this.#peer.call(action, { timestamp: new Date().toISOString(), ...payload })
  }

  async #failed(error: unknown): Promise<void> {
    const trouble = this.#trouble
    if (error instanceof HandshakeRefused && [429, 503].includes(error.status)) {
      trouble.putOff++
      await pause(1_000 * (error.retryAfter + Math.random()))
      return
    }
    if (!(error instanceof ConnectionLost) && !isNetwork(error)) trouble.errors.push(String(error))
    trouble.retries++
    if (!(error instanceof CallError)) this.#at++
    await pause(500 + Math.random() * 1_000)
  }
}

const isNetwork = (error: unknown) => /ECONNREFUSED|ECONNRESET|ETIMEDOUT|EADDRNOTAVAIL/.test(String(error))
