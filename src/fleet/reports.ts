import type { Clock } from './clock.ts'
import type { Connector } from './connector.ts'
import { CallError, type Payload } from './frame.ts'
import type { PileMemory } from './memory.ts'
import { meterValue } from './meter.ts'
import type { Peer } from './peer.ts'
import type { Message } from './transactions.ts'

/** What reports need of their pile. */
export interface ReportDeps {
  peer: Peer
  clock: Clock
  memory: PileMemory
  connector(id: number): Connector | undefined
  queue(message: Message): Promise<void>
}

/** What a pile says that needs no repetition: states, meter values outside transactions, heartbeats. */
export class Reports {
  #deps: ReportDeps

  constructor(deps: ReportDeps) {
    this.#deps = deps
  }

  /** Sends StatusNotification for a connector, or with 0 for the whole pile. */
  async status(id: number): Promise<void> {
    const { clock, memory } = this.#deps
    const connector = this.#deps.connector(id)
    const status = connector?.status ?? (memory.inoperative.includes(0) ? 'Unavailable' : 'Available')
    const errorCode = connector?.errorCode ?? 'NoError'
    if (connector) connector.told = `${status} ${errorCode}`
    const payload: Payload = { connectorId: id, errorCode, status, timestamp: new Date(clock.now()).toISOString() }
    if (connector?.fault?.info) payload.info = connector.fault.info
    const told = await this.#tell('StatusNotification', payload)
    if (!told && connector) connector.told = undefined
  }

  /** Sends what a connector's meter shows now; within a transaction the message keeps its place among the others. */
  async meter(id: number, measurands: readonly string[], context: string): Promise<void> {
    const connector = this.#deps.connector(id)
    if (!connector) return
    const payload = { connectorId: id, meterValue: [meterValue(connector.read(), measurands, context)] }
    const local = connector.session?.transaction.local
    if (local === undefined) await this.#tell('MeterValues', payload)
    else await this.#deps.queue({ action: 'MeterValues', local, payload })
  }

  async heartbeat() {
    await this.#tell('Heartbeat', {})
  }

  /** False when the connection was lost before the answer; an answer that refuses is an answer. */
  async #tell(action: string, payload: Payload): Promise<boolean> {
    try {
      await this.#deps.peer.call(action, payload)
      return true
    } catch (error) {
      return error instanceof CallError
    }
  }
}
