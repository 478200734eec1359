import type { Connector } from './connector.ts'
import { CallError } from './frame.ts'
import { meterValue } from './meter.ts'
import type { Peer } from './peer.ts'
import type { Fault, Gun, Said, SampleCause, Telling } from './telling.ts'

/** What reports need of their pile. */
export interface ReportDeps {
  peer: Peer
  telling: Telling
  online(): boolean
  connector(id: number): Connector | undefined
}

/** What a pile says that needs no repetition: states, meter values outside transactions, heartbeats. */
export class Reports {
  #deps: ReportDeps
  /** Faults that came and went and were not told yet. */
  #faults: Said[] = []

  constructor(deps: ReportDeps) {
    this.#deps = deps
  }

  /** Tells the state of a connector, or with 0 of the whole pile. */
  async status(id: number): Promise<void> {
    const { telling } = this.#deps
    const connector = this.#deps.connector(id)
    const said = telling.status(connector)
    if (!said) return
    if (connector) connector.told = telling.stateOf(connector)
    const told = await this.tell(said)
    if (!told && connector) connector.told = undefined
  }

  /** Sends what a connector's meter shows now; within a transaction the message keeps its place among the others. */
  async meter(id: number, measurands: readonly string[], cause: SampleCause): Promise<void> {
    const connector = this.#deps.connector(id)
    if (!connector) return
    const { telling } = this.#deps
    const value = meterValue(connector.read(), measurands, cause)
    const transaction = connector.session?.transaction
    if (!transaction) await this.tell(telling.meter(connector, value))
    else await telling.transactions.sampled(connector, transaction, { value, cause })
  }

  /** Tells a fault that came or went; what the network misses is told when it is back. */
  async fault(gun: Gun, fault: Fault, hasGone: boolean): Promise<void> {
    const said = this.#deps.telling.fault(gun, fault, hasGone)
    if (!said) return
    this.#faults.push(said)
    await this.tellFaults()
  }

  async tellFaults(): Promise<void> {
    for (let said = this.#faults[0]; said && this.#deps.online(); said = this.#faults[0]) {
      this.#faults.shift()
      if (!(await this.tell(said))) return void this.#faults.unshift(said)
    }
  }

  /** A reservation that nobody came for. */
  async reservationOver(id: number): Promise<void> {
    const said = this.#deps.telling.reservationOver(id)
    if (said) await this.tell(said)
  }

  async heartbeat() {
    await this.tell({ action: 'Heartbeat', payload: {} })
  }

  /** False when the connection was lost before the answer; an answer that refuses is an answer. */
  async tell({ action, payload }: Said): Promise<boolean> {
    try {
      await this.#deps.peer.call(action, payload)
      return true
    } catch (error) {
      return error instanceof CallError
    }
  }
}
