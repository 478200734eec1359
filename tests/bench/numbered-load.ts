import { Peer } from '../../src/fleet/peer.ts'
import type { LoadOptions, LoadPile } from './load.ts'

/** A pile of 2.0.1 that reports four samples an event. */
export class NumberedPile implements LoadPile {
  readonly peer: Peer
  readonly #card: string
  readonly #transaction: string
  #wh: number
  #seq = 0

  constructor(index: number, { url, station, card }: LoadOptions) {
    this.peer = new Peer({ url, station: station(index), protocols: ['ocpp2.0.1'] })
    this.#card = card(index)
    this.#transaction = `bench-${index}-${Date.now()}`
    this.#wh = 1_000 * index
  }

  async begin() {
    const { peer } = this
    await peer.connect()
    const chargingStation = { vendorName: 'Chargedeck', model: 'Bench', firmwareVersion: '1.0.0' }
    const { status } = await peer.call<{ status: string }>('BootNotification', { reason: 'PowerUp', chargingStation })
    if (status !== 'Accepted') throw new Error(`${peer.station}: the boot is ${status}`)
    const timestamp = new Date().toISOString()
    const occupied = { timestamp, connectorStatus: 'Occupied', evseId: 1, connectorId: 1 }
    await peer.call('StatusNotification', occupied)
    const answer = await peer.call<{ idTokenInfo?: { status: string } }>('TransactionEvent', {
      ...{ eventType: 'Started', timestamp, triggerReason: 'Authorized', seqNo: this.#seq++ },
      transactionInfo: { transactionId: this.#transaction, chargingState: 'Charging' },
      evse: { id: 1, connectorId: 1 },
      idToken: { idToken: this.#card, type: 'Central' },
      meterValue: [{ timestamp, sampledValue: [{ value: this.#wh, context: 'Transaction.Begin' }] }],
    })
    const card = answer.idTokenInfo?.status ?? 'Accepted'
    if (card !== 'Accepted') throw new Error(`${peer.station}: the card is ${card}`)
  }

  report() {
    this.#wh += 10
    const at = new Date().toISOString()
    const head = `{"eventType":"Updated","timestamp":"${at}","triggerReason":"MeterValuePeriodic","seqNo":${this.#seq++},`
    const info = `"transactionInfo":{"transactionId":"${this.#transaction}","chargingState":"Charging"},`
    const register = `{"value":${this.#wh},"context":"Sample.Periodic","measurand":"Energy.Active.Import.Register","unitOfMeasure":{"unit":"Wh"}}`
    const values = `"meterValue":[{"timestamp":"${at}","sampledValue":[${register},${CONSTANT_VALUES}]}]}`
    return { action: 'TransactionEvent', json: head + info + values }
  }
}

const CONSTANT_VALUES =
  '{"value":11000,"context":"Sample.Periodic","measurand":"Power.Active.Import","unitOfMeasure":{"unit":"W"}},' +
  '{"value":16,"context":"Sample.Periodic","measurand":"Current.Import","unitOfMeasure":{"unit":"A"}},' +
  '{"value":230,"context":"Sample.Periodic","measurand":"Voltage","unitOfMeasure":{"unit":"V"}}'
