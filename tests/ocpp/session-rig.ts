import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import { AlarmBook } from '../../src/server/alarms/alarm-book.ts'
import { Payers } from '../../src/server/cards/payers.ts'
import type { ConnectedPile, ConnectorReport, Metered, Reading, ReadingRow } from '../../src/server/ocpp/ports.ts'
import { Sessions } from '../../src/server/orders/sessions.ts'
import { setAside } from '../../src/server/orders/set-aside.ts'
import { cableIn, chargingIn } from '../../src/shared/domain/connector-states.ts'
import type { FrozenRule } from '../../src/shared/endpoints/orders.ts'
import { makeCard, makeCustomer, makePile, makePileType, makeRule, makeSite, makeStrategy } from '../make.ts'
import { type FreshDatabase, freshDatabase } from '../setup/database.ts'

export const MINUTE = 60_000
/** 14:52:03 in Shanghai, where the design's order begins. */
export const START = Date.parse('2026-11-20T06:52:03Z')

const nothing = { resolution_wh: 1, power_w: null, current_ma: null, voltage_mv: null, soc: null, temperature_c: null }

interface NetworkDraft {
  balance_cents?: number
  rules?: Partial<Omit<FrozenRule, 'id'>>[]
  connectors?: number
  rated_power_w?: number
  site?: { strategy_id?: number | null; time_zone?: string }
}

/**
 * Sessions on a real database, with piles that speak through the ports and a clock that the test holds: what is billed
 * depends on hours that no test can wait for. Sockets have tests of their own.
 */
export class SessionRig {
  database!: FreshDatabase
  sessions!: Sessions
  payers!: Payers
  /** What the server asked piles to stop. */
  readonly stopped: { pile_id: number; transaction_id: number }[] = []

  /** What failed behind the answers; must stay empty. */
  readonly failures: object[] = []

  constructor() {
    beforeAll(async () => {
      this.database = await freshDatabase()
      this.restart()
    })
    afterEach(() => expect(this.failures).toEqual([]))
    afterAll(() => this.database.drop())
  }

  get db() {
    return this.database.db
  }

  /** The process is killed and another one begins: only what is in the database is left. */
  restart() {
    const log = { warn: () => {}, error: (facts: object) => void this.failures.push(facts) }
    this.payers = new Payers(this.db)
    this.sessions = new Sessions({
      costWay: () => 'none',
      tellCost: async () => {},
      db: this.db,
      payers: this.payers,
      setAside: setAside(this.db),
      alarms: new AlarmBook(this.db, { changed: () => {} }),
      live: { changed: () => {} },
      askReport: async () => {},
      remoteStop: async (pile_id, transaction_id) =>
        void this.stopped.push({ pile_id, transaction_id: Number(transaction_id) }),
      log,
    })
  }

  /** A connected pile with a card of a customer who has a balance. */
  async network({
    balance_cents = 100_000,
    rules = [{}],
    connectors = 1,
    rated_power_w = 120_000,
    site = {},
  }: NetworkDraft = {}) {
    const made = await Promise.all(rules.map((rule) => makeRule(this.db, rule)))
    const strategy = await makeStrategy(this.db, { rule_ids: made.map(({ id }) => id) })
    const { id: site_id } = await makeSite(this.db, { strategy_id: strategy.id, ...site })
    const type = await makePileType(this.db, { rated_power_w })
    const row = await makePile(this.db, { site_id, pile_type_id: type.id, connectors })
    const customer = await makeCustomer(this.db, { balance_cents })
    const card = await makeCard(this.db, { customer_id: customer.id })
    const pile = new PortPile(this, { id: row.id, station_number: row.station_number, site_id })
    await pile.connect()
    return { pile, customer, card: card.number, site_id, strategy, rules: made }
  }

  async order(transaction_id: number) {
    return await this.db
      .selectFrom('orders')
      .selectAll()
      .where('transaction_id', '=', transaction_id)
      .executeTakeFirstOrThrow()
  }

  async balance(customer_id: number) {
    const { balance_cents } = await this.db
      .selectFrom('customer')
      .select('balance_cents')
      .where('id', '=', customer_id)
      .executeTakeFirstOrThrow()
    return balance_cents
  }

  async ledger(customer_id: number) {
    const rows = await this.db
      .selectFrom('ledger_entry')
      .selectAll()
      .where('customer_id', '=', customer_id)
      .orderBy('id')
      .execute()
    return rows.map(({ kind, amount_cents }) => [kind, amount_cents])
  }

  async setAside(pile_id: number) {
    return await this.db
      .selectFrom('set_aside')
      .select(['action', 'reason', 'payload', 'times'])
      .where('pile_id', '=', pile_id)
      .orderBy('id')
      .execute()
  }
}

/** A pile at the ports. `late` is how long its reports take to reach us. */
export class PortPile {
  readonly rig: SessionRig
  readonly pile: ConnectedPile
  late = 0

  constructor(rig: SessionRig, pile: ConnectedPile) {
    this.rig = rig
    this.pile = pile
  }

  connect() {
    return this.rig.sessions.opened(this.pile)
  }

  disconnect(at: number) {
    this.rig.sessions.closed(this.pile, at)
  }

  async start(
    card_number: string | null,
    at: number,
    { connector = 1, meter = 0, received_at = at + this.late, message_id = null as string | null } = {},
  ) {
    const start = {
      connector_number: connector,
      card_number,
      evse_number: connector,
      meter_start_wh: meter,
      at,
      received_at,
      reservation_id: null,
      message_id,
      seq_no: null,
    }
    const { transaction_id, status } = await this.rig.sessions.start(this.pile, start)
    return { transaction_id: Number(transaction_id), status }
  }

  /** MeterValues, stored as the journal does; false when they belong to no order. */
  async meter(
    transaction_id: number | null,
    at: number,
    wh: number,
    { connector = 1, received_at = at + this.late } = {},
  ) {
    const reading: Reading = { at, energy_wh: wh, ...nothing }
    const metered = {
      ...{ evse_number: connector, connector_number: connector, seq_no: null },
      ...{ transaction_id: transaction_id === null ? null : String(transaction_id), readings: [reading], received_at },
    }
    const found = this.rig.sessions.belongs(this.pile, metered) ?? (await this.#rejoin(metered))
    if (!found) return false
    const row: ReadingRow = { ...reading, ...found, pile_id: this.pile.id, connector_number: connector, received_at }
    const { temperature_c: _, ...stored } = row
    const times = { at: new Date(at).toISOString(), received_at: new Date(received_at).toISOString() }
    await this.rig.db
      .insertInto('reading')
      .values({ ...stored, ...times })
      .onConflict((c) => c.doNothing())
      .execute()
    this.rig.sessions.measured(this.pile, [row])
    return true
  }

  async #rejoin(metered: Metered) {
    const found = await this.rig.sessions.rejoin(this.pile, metered)
    return 'order_id' in found ? found : null
  }

  /** BootNotification, as it is kept. */
  async boot(at: number) {
    const booted_at = new Date(at).toISOString()
    await this.rig.db.updateTable('pile').set({ booted_at }).where('id', '=', this.pile.id).execute()
  }

  stop(
    transaction_id: number,
    at: number,
    wh: number,
    {
      reason = 'Local',
      card = null as string | null,
      readings = [] as [number, number][],
      received_at = at + this.late,
    } = {},
  ) {
    return this.rig.sessions.stop(this.pile, {
      transaction_id: String(transaction_id),
      seq_no: null,
      card_number: card,
      meter_stop_wh: wh,
      at,
      received_at,
      reason,
      readings: readings.map(([at, energy_wh]) => ({ at, energy_wh, ...nothing })),
    })
  }

  async status(state: string, at: number, { connector = 1, received_at = at + this.late } = {}) {
    const status = state as ConnectorReport['status']
    const report = {
      evse_number: connector,
      connector_number: connector,
      status,
      cable: cableIn(status),
      charging: chargingIn(status),
      error_code: 'NoError',
      vendor_code: null,
      info: null,
      at,
      received_at,
    }
    await this.rig.sessions.connector(this.pile, report)
    const row = { status, status_at: new Date(at).toISOString() }
    await this.rig.db
      .insertInto('connector')
      .values({ pile_id: this.pile.id, number: connector, ...row })
      .onConflict((conflict) => conflict.columns(['pile_id', 'number']).doUpdateSet(row))
      .execute()
  }

  /** A whole session of `wh`, an hour long, its cable pulled with it. */
  async session(card: string, from: number, wh: number, { connector = 1, meter = 0 } = {}) {
    const { transaction_id } = await this.start(card, from, { connector, meter })
    await this.stop(transaction_id, from + 60 * MINUTE, meter + wh, { reason: 'EVDisconnected' })
    return transaction_id
  }
}
