import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ClusterOfNodes } from '../../src/cluster/cluster.ts'
import { connectPile } from '../../src/fleet/scripted.ts'
import { type Opened, openDatabase } from '../../src/server/kit/database/pool.ts'
import { skippedWithout } from '../../src/tools/debian.mjs'
import { SERVER_PROGRAM, temporaryFolder } from '../setup/process.ts'
import { BALANCE_CENTS, networkIn } from './kill-rig.ts'
import { READINGS, SESSIONS, StubbornPile, work, work201 } from './stubborn-pile.ts'

/**
 * The primary database is killed while piles report, and its standby takes over; both nodes live through it. `FAIL_OVERS=100` says how often.
 */

const FAIL_OVERS = Number(process.env.FAIL_OVERS ?? 2)
const PILES = 6
const WH = 100 * READINGS + (READINGS * (READINGS + 1)) / 2
/** Close code: the pile is to come again, and finds another node. */
const HANDED_OVER = 1012
const NO_PROXY = skippedWithout('haproxy')

describe.skipIf(NO_PROXY)(`a primary that is killed${NO_PROXY}`, () => {
  const folder = temporaryFolder()
  const told: string[] = []
  const cluster = new ClusterOfNodes({
    ...{ nodes: 2, folder: folder.path, throwaway: true, say: (line) => told.push(line) },
    server: SERVER_PROGRAM.endsWith('.ts') ? ['--import', 'tsx', SERVER_PROGRAM] : [SERVER_PROGRAM],
    env: { OCPP_AUTH: 'optional', DRAIN_SECONDS: '3', LOG_LEVEL: 'error' },
  })
  let database: Opened
  beforeAll(async () => {
    await cluster.start()
    database = openDatabase(cluster.databaseUrl, { max: 5 })
  })
  afterAll(async () => {
    await database?.close()
    await cluster.stop()
    folder.remove()
  })

  /** What there is of these piles, which said so much. */
  async function storedOf(piles: readonly { id: number }[], customer: number) {
    const ids = piles.map(({ id }) => id)
    const { rows } = await sql<Record<string, number>>`
      with mine as (select * from orders where pile_id = any(${ids}::bigint[]))
      select (select count(*) from mine) as orders,
        (select count(*) from mine where status = 'paid' and abnormal is null and energy_wh = ${WH}
          and total_cents = ${WH} and paid_cents = ${WH}) as paid,
        (select count(*) from reading where order_id in (select id from mine)) as readings,
        (select count(*) from ledger_entry where kind = 'charge' and customer_id = ${customer}) as charges,
        (select balance_cents from customer where id = ${customer}) as balance`.execute(database.db)
    return rows[0]
  }

  test(
    'loses nothing of what was acknowledged, no order, no Wh and no cent, and doubles none',
    async () => {
      const url = `${cluster.addresses[0]?.replace('http', 'ws')}/ocpp`
      for (let round = 1; round <= FAIL_OVERS; round++) {
        await expect.poll(() => cluster.databases.inSync).toBe(true)
        const { customer, piles } = await networkIn(database.db, PILES)
        let acknowledged = 0
        const all = piles.map(async ({ station_number, card }, at) => {
          const [protocol, charge] = at % 2 ? (['ocpp2.0.1', work201] as const) : (['ocpp1.6', work] as const)
          const pile = new StubbornPile([url], station_number, protocol)
          await charge(pile, card, () => acknowledged++)
          await pile.close()
          return pile.errors
        })
        const total = PILES * SESSIONS * (READINGS + 1)
        await expect.poll(() => acknowledged, { interval: 1 }).toBeGreaterThan(total / 3)
        const standby = cluster.databases.freezeStandby()
        // What was on its way.
        await sleep(100)
        const before = acknowledged
        await sleep(300)
        expect(acknowledged, 'nothing is acknowledged that the standby has not').toBe(before)
        const dead = cluster.databases.killPrimary()
        standby.thaw()
        expect(acknowledged).toBeLessThan(total)
        // An error would count as a try: some piles have three of them.
        expect((await Promise.all(all)).flat()).toEqual([])
        expect(cluster.databases.primary.name).not.toBe(dead)
        expect(cluster.databases.failOvers).toBe(round)
        const sessions = PILES * SESSIONS
        expect(await storedOf(piles, customer.id), told.join('\n')).toEqual({
          ...{ orders: sessions, paid: sessions, charges: sessions, balance: BALANCE_CENTS - sessions * WH },
          // Those of 2.0.1 tell one with the start and one with the end as well.
          readings: sessions * (READINGS + 1),
        })
      }
      const states = await database.db.selectFrom('node').select('state').orderBy('id').execute()
      expect(states).toEqual([{ state: 'running' }, { state: 'running' }])
    },
    120_000 + FAIL_OVERS * 60_000,
  )

  test('a node that is asked to stop is left out before anybody who comes is turned away', async () => {
    const [node] = cluster.nodes
    if (!node) return expect.fail('there is a node')
    const { piles } = await networkIn(database.db, 1)
    const [address = ''] = cluster.addresses
    let isOver = false
    const stopped = node.program.signal('SIGTERM').then(() => {
      isOver = true
    })
    const statuses: number[] = []
    while (!isOver) {
      const { status } = await fetch(`${address}/readyz`)
      statuses.push(status)
      const pile = await connectPile({
        url: `${address.replace('http', 'ws')}/ocpp`,
        station: piles[0]?.station_number ?? '',
      })
      // One that was in already may be handed over as it speaks: it comes again.
      const answer = await pile.call('Heartbeat').catch(async () => (await pile.closed).code)
      if (answer !== HANDED_OVER) expect(answer).toHaveProperty('currentTime')
      await pile.close()
    }
    await stopped
    expect(statuses.length).toBeGreaterThan(0)
    expect(new Set(statuses)).toEqual(new Set([200]))
    await cluster.startNode(node)
  })
})
