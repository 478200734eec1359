import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll } from 'vitest'
import { connectPile, type ScriptedPile } from '../../src/fleet/scripted.ts'
import { type PileSide, pileSide } from '../../src/server/app/pile-side.ts'
import { NO_PROXIES } from '../../src/server/kit/client-address.ts'
import { makeCard, makeCustomer, makePile, makePileType, makeRule, makeSite, makeStrategy } from '../make.ts'
import { type FreshDatabase, freshDatabase } from '../setup/database.ts'
import { spokenVersion } from './spoken.ts'

export const MINUTE = 60_000
const iso = (at: number) => new Date(at).toISOString()

/** What a pile says in one event of a transaction. */
export interface Told {
  type: 'Started' | 'Updated' | 'Ended'
  no: number
  at: number
  /** Of the register. */
  wh?: number
  state?: 'Charging' | 'EVConnected' | 'SuspendedEV' | 'SuspendedEVSE' | 'Idle'
  card?: string
  reason?: string
  trigger?: string
  /** What it says that it stops at. */
  limit?: { maxCost?: number; maxEnergy?: number; maxTime?: number }
  evse?: { id: number; connectorId?: number } | undefined
  remote?: number
  offline?: boolean
}

export const payloadOf = (transactionId: string, told: Told) => ({
  eventType: told.type,
  timestamp: iso(told.at),
  triggerReason: told.trigger ?? (told.card ? 'Authorized' : 'MeterValuePeriodic'),
  seqNo: told.no,
  transactionInfo: {
    transactionId,
    ...(told.state && { chargingState: told.state }),
    ...(told.reason && { stoppedReason: told.reason }),
    ...(told.limit && { transactionLimit: told.limit }),
    ...(told.remote !== undefined && { remoteStartId: told.remote }),
  },
  ...(told.offline && { offline: true }),
  ...(told.evse && { evse: told.evse }),
  ...(told.card && { idToken: { idToken: told.card, type: 'ISO14443' } }),
  ...(told.wh !== undefined && {
    meterValue: [{ timestamp: iso(told.at), sampledValue: [{ value: told.wh, unitOfMeasure: { unit: 'Wh' } }] }],
  }),
})

export type Answer = {
  idTokenInfo?: { status: string }
  totalCost?: number
  transactionLimit?: { maxCost: number; maxEnergy?: number }
}

/** A server's pile side on a real socket and a real database, and piles that say what a test says. */
export class NumberedRig {
  /** That its piles speak unless a test says otherwise. */
  readonly version = spokenVersion()
  database!: FreshDatabase
  piles!: PileSide
  url = ''
  /** Which piles are asked before they are let in. */
  whichWait: 'never' | 'new' | 'new_or_updated' = 'never'
  #server!: Server
  readonly #sockets: ScriptedPile[] = []

  constructor() {
    beforeAll(async () => {
      this.database = await freshDatabase()
      await this.serve()
    })
    afterEach(() => {
      for (const pile of this.#sockets.splice(0)) pile.drop()
    })
    afterAll(async () => {
      await this.stop()
      await this.database.drop()
    })
  }

  get db() {
    return this.database.db
  }

  async serve() {
    this.piles = pileSide({
      ...{
        db: this.database.db,
        pool: this.database.pool,
        live: { changed: () => {} },
        log: pino({ level: 'silent' }),
      },
      whichWait: async () => this.whichWait,
      ...{
        trust: NO_PROXIES,
        fingerprintKey: new Uint8Array(32),
        nodeKey: new Uint8Array(32),
        settings: { ocppAuth: 'optional', frameDays: 30 },
      },
    })
    await this.piles.start()
    this.#server = createServer().on('upgrade', this.piles.gateway.upgrade).listen(0, '127.0.0.1')
    await once(this.#server, 'listening')
    this.url = `ws://127.0.0.1:${(this.#server.address() as AddressInfo).port}/ocpp`
  }

  async stop() {
    await this.piles.gateway.stop()
    this.#server.close()
  }

  async restart() {
    for (const pile of this.#sockets.splice(0)) pile.drop()
    await this.stop()
    await this.serve()
  }

  async connect(station: string, protocols = [this.version]) {
    const pile = await connectPile({ url: this.url, station, protocols, callTimeoutMs: 15_000 })
    this.#sockets.push(pile)
    return pile
  }

  /** A pile with a card whose customer has a balance, at 1.38 + 0.40 yuan a kWh. */
  async network({
    occupation_fee = 0,
    free_minutes = 0,
    balance_cents = 100_000,
    connectors = 1,
    protocols = [this.version],
  } = {}) {
    const rule = await makeRule(this.db, { electricity_fee: 138, service_fee: 40, occupation_fee, free_minutes })
    const strategy = await makeStrategy(this.db, { rule_ids: [rule.id] })
    const site = await makeSite(this.db, { strategy_id: strategy.id })
    const type = await makePileType(this.db, { rated_power_w: 120_000 })
    const { id, station_number: station } = await makePile(this.db, {
      site_id: site.id,
      pile_type_id: type.id,
      connectors,
    })
    const customer = await makeCustomer(this.db, { balance_cents })
    const card = (await makeCard(this.db, { customer_id: customer.id })).number
    const pile = await this.connect(station, protocols)
    if (protocols[0] !== 'ocpp1.6') await boot(pile)
    return { id, station, pile, customer, card }
  }

  orders(pile_id: number) {
    return this.db.selectFrom('orders').selectAll().where('pile_id', '=', pile_id).orderBy('id').execute()
  }

  async balance(customer_id: number) {
    const row = this.db.selectFrom('customer').select('balance_cents').where('id', '=', customer_id)
    return (await row.executeTakeFirstOrThrow()).balance_cents
  }

  command(id: number) {
    return this.db.selectFrom('command').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  }

  async connector(pile_id: number, number = 1) {
    const row = this.db.selectFrom('connector').select('status').where('pile_id', '=', pile_id)
    return (await row.where('number', '=', number).executeTakeFirst())?.status
  }
}

export type Made = Awaited<ReturnType<NumberedRig['network']>>

export const boot = (pile: ScriptedPile) =>
  pile.call('BootNotification', { reason: 'PowerUp', chargingStation: { vendorName: 'Volta', model: 'V2' } })

export const tell = (pile: ScriptedPile, transaction: string, told: Told) =>
  pile.call<Answer>('TransactionEvent', payloadOf(transaction, told))

export const connectorIs = (
  pile: ScriptedPile,
  connectorStatus: string,
  at = Date.now(),
  evseId = 1,
  connectorId = 1,
) => pile.call('StatusNotification', { timestamp: iso(at), connectorStatus, evseId, connectorId })
