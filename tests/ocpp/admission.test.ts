import { readFileSync } from 'node:fs'
import { request } from 'node:http'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { connectPile, type ScriptedPile } from '../../src/fleet/scripted.ts'
import { node } from '../../src/shared/entities/node.ts'
import { makeCard, makePile } from '../make.ts'
import { startServer, type TestServer } from '../setup/server.ts'
import { until } from './gateway-rig.ts'

/** A storm of piles while the database is slow: those that connect wait, those that are connected are served. */

/** No status for which a proxy asks another node. */
const PUT_OFF = 429

let server: TestServer
let piles: ScriptedPile[] = []
/** Lets the tables go that are held. */
let release = async () => {}

beforeAll(async () => {
  server = await startServer()
})
afterEach(async () => {
  await release()
  for (const pile of piles) pile.drop()
  piles = []
})
afterAll(() => server.stop())

const wsUrl = () => `${server.url.replace('http', 'ws')}/ocpp`

async function connected(station: string) {
  const pile = await connectPile({ url: wsUrl(), station, callTimeoutMs: 60_000 })
  piles.push(pile)
  return pile
}

/** Nothing is written into a table from here on. */
async function hold(table: string) {
  const client = await server.pool.connect()
  await client.query('begin')
  await client.query(`lock table ${table} in share mode`)
  release = async () => {
    release = async () => {}
    await client.query('rollback')
    client.release()
  }
}

interface Answered {
  status: number
  /** Seconds. */
  retryAfter: number
}

/** A pile opens its socket, and answers with what it was told. */
function knock(station: string): Promise<Answered> {
  const headers = {
    ...{ connection: 'upgrade', upgrade: 'websocket', 'sec-websocket-version': '13' },
    ...{ 'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==', 'sec-websocket-protocol': 'ocpp1.6' },
  }
  return new Promise((resolve, reject) => {
    const asked = request(`${server.url}/ocpp/${station}`, { headers })
    asked.on('error', reject)
    asked.on('response', (answer) => {
      answer.resume()
      resolve({ status: answer.statusCode ?? 0, retryAfter: Number(answer.headers['retry-after']) })
    })
    asked.on('upgrade', (_, socket) => {
      socket.on('error', () => {})
      socket.resume()
      resolve({ status: 101, retryAfter: 0 })
    })
    asked.end()
  })
}

const stations = (count: number) =>
  Promise.all(Array.from({ length: count }, async () => (await makePile(server.db)).station_number))
const seconds = (count: number) => new Promise((resolve) => setTimeout(resolve, count * 1_000))
const ofNode = async () => (await server.call(`${node.path}/index`, {})).data.rows[0]
const putOffSoFar = async () => {
  const text = await (await fetch(`${server.url}/metrics`)).text()
  return Number(/^chargedeck_pile_connections_put_off_total (\d+)/m.exec(text)?.[1])
}
const presentOf = async (numbers: string[]) =>
  (
    await server.db
      .selectFrom('pile')
      .select('id')
      .where('station_number', 'in', numbers)
      .where('state', '<>', 'offline')
      .execute()
  ).length

test('a quiet server lets in all that come at once', async () => {
  const numbers = await stations(300)
  const answers = await Promise.all(numbers.map(knock))
  expect(answers.filter(({ status }) => status !== 101)).toEqual([])
  await until(async () => (await presentOf(numbers)) === 300)
})

test('while reports take long to be stored five a second come in from one network and the rest is put off; all get in, and the session goes on', async () => {
  const { id, station_number } = await makePile(server.db)
  const charging = await connected(station_number)
  const { number } = await makeCard(server.db)
  const timestamp = new Date(Date.now() - 60_000).toISOString()
  const start = { connectorId: 1, idTag: number, meterStart: 1_000, timestamp }
  const { transactionId } = await charging.call<{ transactionId: number }>('StartTransaction', start)
  const numbers = await stations(60)
  const before = await putOffSoFar()

  await hold('frame')
  const meterValue = [{ timestamp: new Date().toISOString(), sampledValue: [{ value: '3000' }] }]
  const metered = charging.call('MeterValues', { connectorId: 1, transactionId, meterValue })
  await seconds(4)
  const answers = await Promise.all(numbers.map(knock))
  const later = answers.filter(({ status }) => status === PUT_OFF)
  // A busy machine may need more than a second to make them all.
  expect(answers.length - later.length).toBeLessThanOrEqual(15)
  expect(answers.length - later.length).toBeGreaterThanOrEqual(5)
  expect(later.every(({ retryAfter }) => retryAfter >= 1 && retryAfter <= 7)).toBe(true)
  expect(new Set(later.map(({ retryAfter }) => retryAfter)).size).toBeGreaterThan(2)
  // Nobody is written down for having been put off.
  expect(await server.db.selectFrom('rejected_connection').selectAll().execute()).toEqual([])
  await until(async () => (await ofNode()).piles_put_off === later.length)
  await until(async () => (await putOffSoFar()) - before === later.length)

  await release()
  await metered
  const comeBack = async (station: string, { retryAfter, ...told }: Answered) => {
    for (let { status } = told; status !== 101; ) {
      expect(status).toBe(PUT_OFF)
      await seconds(retryAfter)
      ;({ status, retryAfter } = await knock(station))
    }
  }
  await Promise.all(numbers.map((station, at) => comeBack(station, answers[at] as Answered)))
  await until(async () => (await presentOf(numbers)) === 60)
  await charging.call('StopTransaction', { transactionId, meterStop: 4_000, timestamp: new Date().toISOString() })
  const orders = await server.db.selectFrom('orders').selectAll().where('pile_id', '=', id).execute()
  expect(orders).toMatchObject([{ energy_wh: 3_000, transaction_id: transactionId }])
})

test('the proxy that we tell operators of asks another node for one that stops, and none for a pile that is put off', () => {
  const [, retried = ''] = /^ *retry-on (.+)$/m.exec(readFileSync('docs/ha/haproxy.cfg', 'utf8')) ?? []
  expect(retried.split(' ')).toContain('503')
  expect(retried).not.toMatch(new RegExp(`${PUT_OFF}|all-retryable-errors`))
})

test('those that wait for the database hold their places, and are in when it answers', async () => {
  const [first = '', ...numbers] = await stations(31)
  await hold('pile_session')
  expect((await knock(first)).status).toBe(101)
  await seconds(4)
  const answers = await Promise.all(numbers.map(knock))
  const isIn = ({ status }: Answered) => status === 101
  expect(answers.filter(isIn)).toHaveLength(4)
  await seconds(1.2)
  expect((await knock(numbers[29] as string)).status).toBe(PUT_OFF)
  await until(async () => (await ofNode()).piles_waiting === 5)
  await release()
  await until(async () => (await presentOf([first, ...numbers.filter((_, at) => isIn(answers[at] as Answered))])) === 5)
  await until(async () => (await ofNode()).piles_waiting === 0)
})
