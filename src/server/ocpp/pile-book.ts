import type { PileState } from '../../shared/entities/pile.ts'
import { owned } from '../kit/process-state.ts'
import type { ClockWatch } from './clock-watch.ts'
import { isIdle, pileState } from './connector-state.ts'
import type { FlagName, Subject } from './flags.ts'
import { note } from './pile-anomalies.ts'
import type { PileWriter } from './pile-writer.ts'
import type { ConnectedPile, ConnectorReport, ReadingRow } from './ports.ts'
import { ReportOrder } from './report-order.ts'

/** What BootNotification tells of a pile, and the interval it was given. */
export interface BootFacts {
  vendor: string
  model: string
  serial_number?: string | undefined
  firmware_version?: string | undefined
  heartbeat_seconds: number
}

/** What is known of a pile that has a socket. */
interface Kept {
  statuses: Map<number, string>
  /** W, by connector; only of those that were measured. */
  powers: Map<number, number> | null
  state: PileState
  seen_at: number
  skew_at: number
  skew_ms: number
  order: ReportOrder
  booted: boolean
  /** It started, and is not let in yet. */
  waiting: boolean
  firmware: string | null
}

/** What was kept of a pile before its socket opened. */
export interface KeptBefore {
  /** Its connectors' states, and when each began (epoch ms, by the pile's clock). */
  statuses: Map<number, string>
  reported: Map<number, number>
  /** How far its clock is ahead of ours. */
  skew_ms: number
  /** It was ever let in. */
  booted: boolean
  /** What it ran when it said it last. */
  firmware: string | null
}

const SEEN_EVERY_MS = 10_000
const SKEW_AGES_MS = 600_000

/**
 * What is kept of every pile: state, identity, connectors, live figures, anomalies. Boots and statuses are awaited; the
 * rest is written behind the answers.
 */
export class PileBook {
  readonly #writer: PileWriter
  readonly #clocks: ClockWatch
  readonly #kept = new Map<number, Kept>()
  readonly state = owned('pile_book', () => this.#kept.size)

  constructor(writer: PileWriter, clocks: ClockWatch) {
    this.#writer = writer
    this.#clocks = clocks
  }

  /** A pile's socket opened. */
  opened(pile: ConnectedPile, before: KeptBefore, at: number): void {
    const { statuses, reported, skew_ms, booted, firmware } = before
    const state = pileState(statuses)
    const order = new ReportOrder(reported, skew_ms)
    // A newer socket of a pile that waits does not let it in.
    const waiting = this.isWaiting(pile)
    this.#kept.set(pile.id, {
      ...{ statuses, powers: null, state, seen_at: at, skew_at: 0, skew_ms: 0 },
      ...{ order, booted, waiting, firmware },
    })
  }

  /** Its socket counts: everyone may know. */
  present(pile: ConnectedPile, protocol: string, epoch: number, at: number): void {
    const kept = this.#kept.get(pile.id)
    if (kept) this.#writer.presence({ pile_id: pile.id, at, epoch, online: true, protocol, state: kept.state })
  }

  /** A pile's socket went; `epoch` null: nobody knew of it. */
  closed(pile: ConnectedPile, epoch: number | null, at: number): void {
    this.#kept.delete(pile.id)
    this.#clocks.gone(pile.id)
    if (epoch !== null) this.lost(pile.id, epoch, at)
  }

  /** Nobody has its socket. */
  lost(pile_id: number, epoch: number, at: number): void {
    this.#writer.presence({ pile_id, at, epoch, online: false, protocol: null, state: 'offline' })
  }

  /** Durable when it resolves. */
  booted(pile: ConnectedPile, facts: BootFacts, at: number): Promise<void> {
    const kept = this.#kept.get(pile.id)
    kept?.order.booted()
    if (kept) Object.assign(kept, { booted: true, waiting: false, firmware: facts.firmware_version ?? null })
    Object.assign(this.#writer.patch(pile.id), facts, { booted_at: at })
    return this.#writer.written()
  }

  /** What is new of a pile that says what it is. */
  starting(pile: ConnectedPile, { firmware_version }: Pick<BootFacts, 'firmware_version'>) {
    const { booted = false, firmware = null } = this.#kept.get(pile.id) ?? {}
    const isUpdated = booted && firmware !== null && firmware_version !== undefined && firmware !== firmware_version
    return { isNew: !booted, isUpdated }
  }

  /** It is not let in yet; what it is stands on its page. Durable when it resolves. */
  waits(pile: ConnectedPile, facts: Omit<BootFacts, 'heartbeat_seconds'>): Promise<void> {
    const kept = this.#kept.get(pile.id)
    if (kept) kept.waiting = true
    Object.assign(this.#writer.patch(pile.id), facts)
    return this.#writer.written()
  }

  /** Whether it was let in, now or before. */
  hasBooted(pile: ConnectedPile): boolean {
    const kept = this.#kept.get(pile.id)
    return (kept?.booted ?? false) && !this.isWaiting(pile)
  }

  isWaiting(pile: ConnectedPile): boolean {
    return this.#kept.get(pile.id)?.waiting ?? false
  }

  /** Whether a connector's report is older than its state as it is known: it then changes nothing (see ReportOrder). */
  isOld(pile: ConnectedPile, report: ConnectorReport): boolean {
    return this.#kept.get(pile.id)?.order.take(report.connector_number, report) === false
  }

  /** A connector's latest state and the pile's own that follows from all of them. Durable when it resolves. */
  reported(pile: ConnectedPile, report: ConnectorReport): Promise<void> {
    const { connector_number: number, status, error_code, vendor_code, info, at } = report
    const connector = this.#writer.connector(pile.id, number)
    Object.assign(connector, { status, status_at: at, error_code, vendor_code, info })
    const idle = isIdle(status)
    if (idle) Object.assign(connector, { power_w: 0, current_ma: 0 })
    const kept = this.#kept.get(pile.id)
    if (kept) {
      if (idle && kept.powers?.has(number)) this.#powered(pile, kept, number, 0)
      kept.statuses.set(number, status)
      kept.state = pileState(kept.statuses)
      this.#writer.patch(pile.id).state = kept.state
    }
    return this.#writer.written()
  }

  /** Readings were stored: the live figures follow. */
  measured(pile: ConnectedPile, rows: readonly ReadingRow[]): void {
    const [row] = rows
    if (!row) return
    const connector = this.#writer.connector(pile.id, row.connector_number)
    for (const { power_w, current_ma, voltage_mv, soc, temperature_c } of rows) {
      if (power_w !== null) connector.power_w = power_w
      if (current_ma !== null) connector.current_ma = current_ma
      if (voltage_mv !== null) connector.voltage_mv = voltage_mv
      if (soc !== null) connector.soc = soc
      if (temperature_c !== null) connector.temperature_c = temperature_c
    }
    connector.measured_at = row.received_at
    this.#writer.patch(pile.id).charged = true
    const kept = this.#kept.get(pile.id)
    if (kept && connector.power_w !== undefined) this.#powered(pile, kept, row.connector_number, connector.power_w)
  }

  /** An order opened or ended: what the pile's open orders have charged is summed anew. */
  charged(pile: ConnectedPile): void {
    this.#writer.patch(pile.id).charged = true
  }

  /** Any message. */
  seen(pile: ConnectedPile, at: number): void {
    const kept = this.#kept.get(pile.id)
    if (!kept || at - kept.seen_at < SEEN_EVERY_MS) return
    kept.seen_at = at
    this.#writer.patch(pile.id).last_seen_at = at
  }

  /** The pile's clock against ours. A report that was delayed looks like a slow clock, so the fastest of ten minutes counts. */
  clock(pile: ConnectedPile, at: number, received_at: number): void {
    const kept = this.#kept.get(pile.id)
    if (!kept || at === 0) return
    kept.order.heard({ at, received_at })
    const skew = at - received_at
    this.#clocks.heard(pile, skew, received_at)
    if (kept.skew_at > 0 && skew <= kept.skew_ms && received_at - kept.skew_at < SKEW_AGES_MS) return
    kept.skew_at = received_at
    kept.skew_ms = skew
    this.#writer.patch(pile.id).clock_skew_ms = skew
  }

  /** Notes an anomaly that was accepted, or a word of the pile that staff should see. */
  flag(pile: Pick<ConnectedPile, 'id'>, flag: FlagName, detail: string, at: number, about?: Subject): void {
    const patch = this.#writer.patch(pile.id)
    patch.flags ??= new Map()
    const all = patch.flags.get(flag) ?? new Map()
    patch.flags.set(flag, all)
    note(all, about?.subject ?? detail, { detail, at, pinned: about?.pinned ?? false })
  }

  /** Resolves when all that was noted so far is in the database; rejects when it could not be written this time. */
  noted(): Promise<void> {
    return this.#writer.written()
  }

  #powered(pile: ConnectedPile, kept: Kept, number: number, power_w: number): void {
    if (number === 0 || kept.powers?.get(number) === power_w) return // 0 is the pile's own meter, which counts the others again
    kept.powers ??= new Map()
    kept.powers.set(number, power_w)
    let sum = 0
    for (const power of kept.powers.values()) sum += power
    this.#writer.patch(pile.id).power_w = sum
  }
}
