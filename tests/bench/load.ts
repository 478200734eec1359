import { Peer } from '../../src/fleet/peer.ts'
import { Latencies } from './latencies.ts'

export interface LoadOptions {
  /** Address without station numbers. */
  url: string
  piles: number
  seconds: number
  warmupSeconds: number
  station(index: number): string
  card(index: number): string
  /** Between a pile's calls; none when it is left out. */
  everyMs?: number
  /** A pile of another version than 1.6. */
  newPile?: (index: number, options: LoadOptions) => LoadPile
  /** Called as the measured time begins and as it ends. */
  window?: () => void
}

/** A pile that reports within one transaction without end. */
export interface LoadPile {
  readonly peer: Peer
  /** Boots and begins its transaction. */
  begin(): Promise<void>
  /** As text at once: building and printing the object would cost more than sending it. */
  report(): { action: string; json: string }
}

export interface LoadResult {
  /** Calls that were answered in the measured time. */
  count: number
  per_second: number
  p50_ms: number
  p99_ms: number
  max_ms: number
  errors: number
}

const CONNECTS_AT_ONCE = 50

/** MeterValues or what other versions have for them, one call in flight a pile, each in a transaction of its own; as fast as answers come where no pause is wanted. */
export async function meterLoad(options: LoadOptions): Promise<LoadResult> {
  const piles = Array.from({ length: options.piles }, (_, index) =>
    options.newPile ? options.newPile(index, options) : new PlainPile(index, options),
  )
  await eachOf(piles, CONNECTS_AT_ONCE, (pile) => pile.begin())
  const run: Run = { latencies: undefined, stopped: false, errors: 0 }
  const loops = piles.map((pile) => loop(pile, run, options.everyMs))
  await pause(options.warmupSeconds * 1_000)
  const latencies = new Latencies()
  const from = performance.now()
  run.latencies = latencies
  options.window?.()
  await pause(options.seconds * 1_000)
  run.latencies = undefined
  options.window?.()
  const seconds = (performance.now() - from) / 1_000
  run.stopped = true
  await Promise.all(loops)
  await Promise.all(piles.map((pile) => pile.peer.close()))
  return {
    count: latencies.count,
    per_second: Math.round(latencies.count / seconds),
    p50_ms: latencies.percentile(0.5),
    p99_ms: latencies.percentile(0.99),
    max_ms: Math.round(latencies.max_ms),
    errors: run.errors,
  }
}

interface Run {
  /** Absent outside the measured window. */
  latencies: Latencies | undefined
  stopped: boolean
  errors: number
}

async function loop(pile: LoadPile, run: Run, everyMs = 0) {
  // As piles that started at different times.
  if (everyMs > 0) await pause(Math.random() * everyMs)
  while (!run.stopped) {
    const from = performance.now()
    const { action, json } = pile.report()
    try {
      await pile.peer.callRaw(action, json)
    } catch {
      run.errors++
      if (!pile.peer.connected) return
    }
    run.latencies?.add(performance.now() - from)
    if (everyMs > 0) await pause(everyMs)
  }
}

/** A pile of 1.6. */
export class PlainPile implements LoadPile {
  readonly peer: Peer
  #card: string
  #wh: number
  #transaction = 0

  constructor(index: number, { url, station, card }: LoadOptions) {
    this.peer = new Peer({ url, station: station(index) })
    this.#card = card(index)
    this.#wh = 1_000 * index
  }

  async begin() {
    const { peer } = this
    await peer.connect()
    await boot(peer)
    const timestamp = new Date().toISOString()
    await peer.call('StatusNotification', { connectorId: 1, errorCode: 'NoError', status: 'Available', timestamp })
    const start = { connectorId: 1, idTag: this.#card, meterStart: this.#wh, timestamp }
    const answer = await peer.call<StartAnswer>('StartTransaction', start)
    if (answer.idTagInfo.status !== 'Accepted')
      throw new Error(`${peer.station}: the card is ${answer.idTagInfo.status}`)
    this.#transaction = answer.transactionId
  }

  report() {
    this.#wh += 10
    const head = `{"connectorId":1,"transactionId":${this.#transaction},"meterValue":[{"timestamp":"${new Date().toISOString()}","sampledValue":[`
    const json = `${head}{"value":"${this.#wh}","context":"Sample.Periodic","measurand":"Energy.Active.Import.Register","unit":"Wh"},${CONSTANT_VALUES}]}]}`
    return { action: 'MeterValues', json }
  }
}

const CONSTANT_VALUES =
  '{"value":"11000","context":"Sample.Periodic","measurand":"Power.Active.Import","unit":"W"},' +
  '{"value":"16","context":"Sample.Periodic","measurand":"Current.Import","unit":"A"},' +
  '{"value":"230","context":"Sample.Periodic","measurand":"Voltage","unit":"V"}'

interface StartAnswer {
  transactionId: number
  idTagInfo: { status: string }
}

/** Boots a station that the server knows; throws when it is not accepted. */
export async function boot(peer: Peer): Promise<void> {
  const answer = await peer.call<{ status: string }>('BootNotification', {
    chargePointModel: 'Bench',
    chargePointVendor: 'Chargedeck',
    chargePointSerialNumber: peer.station,
    firmwareVersion: '1.0.0',
  })
  if (answer.status !== 'Accepted') throw new Error(`${peer.station}: the boot is ${answer.status}`)
}

/** Does it for each item, so many at once. */
export async function eachOf<T>(items: readonly T[], atOnce: number, run: (item: T) => Promise<unknown>) {
  const waiting = items.values()
  const worker = async () => {
    for (const item of waiting) await run(item)
  }
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, worker))
}

export const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
