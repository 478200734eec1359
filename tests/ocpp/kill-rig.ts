import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect } from 'vitest'
import { freePort } from '../../src/tools/free-port.mjs'
import { makeCard, makeCustomer, makePile, makePileType, makeRule, makeSite, makeStrategy } from '../make.ts'
import type { FreshDatabase } from '../setup/database.ts'
import { groundOfServers } from '../setup/ground.ts'
import { type Running, temporaryFolder } from '../setup/process.ts'
import { READINGS, SESSIONS } from './stubborn-pile.ts'

export const BALANCE_CENTS = 10_000_000

interface Node {
  port: number
  /** Of its own. */
  env: Record<string, string>
  folder: ReturnType<typeof temporaryFolder>
  running: Running | undefined
}

/** Nodes have a folder each, with the same keys. */
const KEYS = ['token.key', 'captcha.key', 'factor.key', 'push.key']

/** A server in a process of its own that is killed in the middle of its work and started anew over the same database. */
export class KillRig {
  port = 0
  isUp = false
  #server: Running | undefined
  readonly #nodes: Node[] = []
  readonly #ground = groundOfServers()

  constructor() {
    beforeEach(async () => {
      this.port = await freePort()
    })
    afterEach(() => {
      for (const { folder } of this.#nodes.splice(0)) folder.remove()
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

  /** Starts a node beside the others over the same database; resolves to its address for piles. */
  async addNode(env: Record<string, string> = {}): Promise<string> {
    const folder = temporaryFolder()
    const [first] = this.#nodes
    if (first) for (const key of KEYS) copyFileSync(join(first.folder.path, key), join(folder.path, key))
    const node: Node = { port: await freePort(), env, folder, running: undefined }
    this.#nodes.push(node)
    await this.startNode(this.#nodes.length - 1)
    return `ws://127.0.0.1:${node.port}/ocpp`
  }

  async startNode(index: number) {
    const node = this.#node(index)
    const env = {
      PORT: String(node.port),
      DATA_DIR: node.folder.path,
      OCPP_AUTH: 'optional',
      NODE_NAME: `node ${index}`,
      ...node.env,
    }
    node.running = await this.#ground.serve(env)
  }

  /** SIGSTOP freezes it, SIGCONT lets it go on; after the others it is gone. */
  async signalNode(index: number, signal: NodeJS.Signals) {
    const { running } = this.#node(index)
    running?.child.kill(signal)
    if (signal !== 'SIGSTOP' && signal !== 'SIGCONT') await running?.ended
  }

  #node(index: number): Node {
    return this.#nodes[index] ?? expect.fail('there is no such node')
  }

  network(piles: number) {
    return networkIn(this.database.db, piles)
  }

  orders() {
    return this.database.db.selectFrom('orders').selectAll().orderBy('pile_id').orderBy('started_at').execute()
  }

  async balance(customer: number) {
    const row = this.database.db.selectFrom('customer').select('balance_cents').where('id', '=', customer)
    return (await row.executeTakeFirstOrThrow()).balance_cents
  }
}

/** Piles with a card each, all of one customer; a Wh costs a cent. */
export async function networkIn(db: FreshDatabase['db'], piles: number) {
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

/** Every session is one order, paid to the cent by one entry, with every reading once. `stored`: readings of a session beside those between. */
export async function expectAllPaid(
  rig: KillRig,
  { customer, piles }: Awaited<ReturnType<KillRig['network']>>,
  stored: number,
) {
  const orders = await rig.orders()
  const wh = 100 * READINGS + (READINGS * (READINGS + 1)) / 2
  expect(orders).toHaveLength(piles.length * SESSIONS)
  expect(
    orders.every(
      ({ status, energy_wh, total_cents, paid_cents, abnormal }) =>
        status === 'paid' && abnormal === null && energy_wh === wh && total_cents === wh && paid_cents === wh,
    ),
  ).toBe(true)
  const { rows } = await sql<{ readings: number; charges: number; cents: number }>`
    select (select count(*) from reading where order_id > 0) as readings,
      (select count(*) from ledger_entry where kind = 'charge') as charges,
      (select sum(amount_cents) from ledger_entry) as cents`.execute(rig.database.db)
  const left = BALANCE_CENTS - piles.length * SESSIONS * wh
  expect(rows[0]).toEqual({
    readings: piles.length * SESSIONS * (READINGS + stored),
    charges: piles.length * SESSIONS,
    cents: left,
  })
  expect(await rig.balance(customer.id)).toBe(left)
}
