import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { connectPile, type ScriptedPile } from '../../src/fleet/scripted.ts'
import { handPilesOver, takePilesAgain } from '../../src/shared/endpoints/nodes.ts'
import { makeCard, makePile } from '../make.ts'
import { until } from '../ocpp/gateway-rig.ts'
import { startNodes } from '../setup/nodes.ts'
import type { TestServer } from '../setup/server.ts'

/** A node that a person tells to hand its piles over. */

let network: Awaited<ReturnType<typeof startNodes>>
let here: TestServer
let there: TestServer
const piles: ScriptedPile[] = []

beforeAll(async () => {
  network = await startNodes(['here', 'there'])
  ;[here, there] = network.nodes as [TestServer, TestServer]
})
afterEach(async () => {
  for (const pile of piles.splice(0)) pile.drop()
  await network.database.db.updateTable('node').set({ handing_over_from: null }).execute()
  await until(async () => (await readyAt(here)).status === 200 && (await readyAt(there)).status === 200)
  await until(async () => (await nodeNamed('here')).state === 'running')
})
afterAll(() => network.stop())

const nodeNamed = async (name: string) =>
  (await here.call('/system/node/index', {})).data.rows.find((row: { name: string }) => row.name === name)
const readyAt = async ({ url }: TestServer) => {
  const answer = await fetch(`${url}/readyz`)
  return { status: answer.status, reason: ((await answer.json()) as { reason?: string }).reason }
}

async function connect(server: TestServer, station: string) {
  const pile = await connectPile({ url: `${server.url.replace('http', 'ws')}/ocpp`, station, callTimeoutMs: 15_000 })
  piles.push(pile)
  return pile
}

/** Piles that come back as a balancer in front would have them: to the other server. */
async function pilesThatFollow(count: number) {
  const made = await Promise.all(
    Array.from({ length: count }, async () => (await makePile(network.database.db)).station_number),
  )
  const closes: { code: number; at: number }[] = []
  await Promise.all(
    made.map(async (station) => {
      const pile = await connect(here, station)
      void pile.closed.then(async ({ code }) => {
        closes.push({ code, at: performance.now() })
        if (code === 1012) await connect(there, station)
      })
    }),
  )
  await until(async () => (await nodeNamed('here')).piles === count)
  return closes
}

describe('a node that is told to hand its piles over', () => {
  test('takes none any more, and ends those it has in waves as the other takes them', async () => {
    const closes = await pilesThatFollow(160)
    await until(async () => (await nodeNamed('here')).leads)
    const { id } = await nodeNamed('here')
    expect((await there.call(handPilesOver, { id })).code).toBe(200)
    await until(async () => (await readyAt(here)).status === 503)
    expect((await readyAt(here)).reason).toBe('handing piles over')
    const { station_number } = await makePile(network.database.db)
    await expect(connect(here, station_number)).rejects.toMatchObject({ status: 503 })
    await until(async () => (await nodeNamed('there')).piles === 160)
    await until(async () => (await nodeNamed('here')).piles === 0)
    expect(closes.map(({ code }) => code)).toEqual(Array(160).fill(1012))
    expect(await nodeNamed('here')).toMatchObject({ state: 'draining', handing_over_from: 160, leads: false })
    await until(async () => (await nodeNamed('there')).leads)
    // The first wave is done before the last begins.
    const times = closes.map(({ at }) => at).sort((a, b) => a - b)
    expect((times[159] ?? 0) - (times[49] ?? 0)).toBeGreaterThan(20)
  })

  test('turns away, for a proxy to ask another node, a pile that it was still looking up', async () => {
    const { db } = network.database
    const { id: pile_id, station_number } = await makePile(db)
    const { id } = await nodeNamed('here')
    const knocked = await db.transaction().execute(async (held) => {
      // The address that it comes from is written down before it is let in.
      await held.selectFrom('pile').select('id').where('id', '=', pile_id).forUpdate().execute()
      const outcome = connect(here, station_number).then(
        () => 'let in',
        ({ status }) => status,
      )
      await until(async () => {
        const { rows } = await sql`select from pg_stat_activity
          where wait_event_type = 'Lock' and query like 'update pile set last_address%'`.execute(db)
        return rows.length === 1
      })
      await here.call(handPilesOver, { id })
      await until(async () => (await readyAt(here)).status === 503)
      return { outcome }
    })
    expect(await knocked.outcome).toBe(503)
  })

  test('leaves a session as it is', async () => {
    const { id: pile_id, station_number: station } = await makePile(network.database.db)
    const pile = await connect(here, station)
    const { number } = await makeCard(network.database.db)
    const start = { connectorId: 1, idTag: number, meterStart: 1_000, timestamp: new Date().toISOString() }
    const { transactionId } = await pile.call<{ transactionId: number }>('StartTransaction', start)
    const { id } = await nodeNamed('here')
    await here.call(handPilesOver, { id })
    expect(await pile.closed).toMatchObject({ code: 1012 })
    const again = await connect(there, station)
    await again.call('StopTransaction', { transactionId, meterStop: 4_000, timestamp: new Date().toISOString() })
    const orders = await network.database.db.selectFrom('orders').selectAll().where('pile_id', '=', pile_id).execute()
    expect(orders).toMatchObject([{ energy_wh: 3_000, transaction_id: transactionId }])
  })

  test('takes piles again when a person says so, and those that it did not end stay', async () => {
    const made = await Promise.all(Array.from({ length: 60 }, () => makePile(network.database.db)))
    let ended = 0
    const stubborn = await Promise.all(made.map(({ station_number }) => connect(here, station_number)))
    for (const { closed } of stubborn) void closed.then(() => ended++)
    const { id } = await nodeNamed('here')
    await here.call(handPilesOver, { id })
    await until(async () => (await readyAt(here)).status === 503)
    expect((await here.call(handPilesOver, { id })).code).toBe(409)
    const undone = await here.call(takePilesAgain, { id })
    expect(undone.code).toBe(200)
    expect((await here.call(takePilesAgain, { id })).code).toBe(409)
    await until(async () => (await readyAt(here)).status === 200)
    // The first wave went to nobody; no second one follows.
    await new Promise((resolve) => setTimeout(resolve, 6_000))
    expect(ended).toBe(50)
    expect(await nodeNamed('here')).toMatchObject({ state: 'running', handing_over_from: null })
    await connect(here, made[0]?.station_number ?? '')
  })

  test('is not the only one that takes piles', async () => {
    const [first, second] = [await nodeNamed('here'), await nodeNamed('there')]
    const answers = await Promise.all([
      here.call(handPilesOver, { id: first.id }),
      there.call(handPilesOver, { id: second.id }),
    ])
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 409])
    const refused = answers.find(({ code }) => code === 409)
    expect(refused?.message).toBe('No other node would take its piles.')
    const gone = await here.call(handPilesOver, { id: 4_000_000 })
    expect([gone.code, gone.message]).toEqual([409, 'This node does not run.'])
  })

  test('takes them again by itself when the others are gone', async () => {
    const third = await network.add('third')
    const { db } = network.database
    const { id } = await nodeNamed('third')
    await here.call(handPilesOver, { id })
    await until(async () => (await readyAt(third)).status === 503)
    const others = db.updateTable('node').set({ state: 'draining' }).where('name', 'in', ['here', 'there'])
    await until(async () => {
      await others.execute()
      return (await readyAt(third)).status === 200
    })
    await third.stop()
    expect(await nodeNamed('third')).toMatchObject({ state: 'stopped', handing_over_from: null })
  })

  test('is told so only by who may', async () => {
    const { id } = await nodeNamed('here')
    const as = await here.signIn({ permissions: ['node.list'] })
    expect((await here.call(handPilesOver, { id }, { as })).code).toBe(403)
    expect((await here.call(takePilesAgain, { id }, { as })).code).toBe(403)
  })
})
