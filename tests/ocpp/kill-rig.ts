import { beforeEach } from 'vitest'
import { freePort } from '../../src/tools/free-port.mjs'
import { makeCard, makeCustomer, makePile, makePileType, makeRule, makeSite, makeStrategy } from '../make.ts'
import { groundOfServers } from '../setup/ground.ts'
import type { Running } from '../setup/process.ts'

export const BALANCE_CENTS = 10_000_000

/** A server in a process of its own that is killed in the middle of its work and started anew over the same database. */
export class KillRig {
  port = 0
  isUp = false
  #server: Running | undefined
  readonly #ground = groundOfServers()

  constructor() {
    beforeEach(async () => {
      this.port = await freePort()
    })
  }

  get database() {
    return this.#ground.database
  }

  get url() {
    return `ws://127.0.0.1:${this.port}/ocpp`
  }

  async serve() {
    this.#server = await this.#ground.serve({ PORT: String(this.port), OCPP_AUTH: 'optional' })
    this.isUp = true
  }

  async stop(signal: 'SIGKILL' | 'SIGTERM') {
    this.isUp = false
    this.#server?.child.kill(signal)
    await this.#server?.ended
    this.#server = undefined
  }

  async kill() {
    await this.stop('SIGKILL')
    await this.serve()
  }

  /** Piles with a card each, all of one customer; a Wh costs a cent. */
  async network(piles: number) {
    const { db } = this.database
    const rule = await makeRule(db, { electricity_fee: 1000, service_fee: 0, occupation_fee: 0 })
    const strategy = await makeStrategy(db, { rule_ids: [rule.id] })
    const site = await makeSite(db, { strategy_id: strategy.id })
    const type = await makePileType(db, { rated_power_w: 120_000 })
    const customer = await makeCustomer(db, { balance_cents: BALANCE_CENTS })
    const made = Array.from({ length: piles }, async () => {
      const { id, station_number } = await makePile(db, { site_id: site.id, pile_type_id: type.id })
      return { id, station_number, card: (await makeCard(db, { customer_id: customer.id })).number }
    })
    return { customer, piles: await Promise.all(made) }
  }

  orders() {
    return this.database.db.selectFrom('orders').selectAll().orderBy('pile_id').orderBy('started_at').execute()
  }

  async balance(customer: number) {
    const row = this.database.db.selectFrom('customer').select('balance_cents').where('id', '=', customer)
    return (await row.executeTakeFirstOrThrow()).balance_cents
  }
}
