import type { AddressInfo } from 'node:net'
import { connect as connectTo, createServer, type Server, type Socket } from 'node:net'
import { afterAll, afterEach, beforeAll, expect, inject, test } from 'vitest'
import { connectPile } from '../../src/fleet/scripted.ts'
import { NotifyBus } from '../../src/server/kit/database/notify-bus.ts'
import { type Opened, openDatabase } from '../../src/server/kit/database/pool.ts'
import { makePile } from '../make.ts'
import { until } from '../ocpp/gateway-rig.ts'
import { type FreshDatabase, freshDatabase } from '../setup/database.ts'
import { newSecrets } from '../setup/nodes.ts'
import { startServer, type TestServer } from '../setup/server.ts'

/** Nodes whose way to the database breaks: nothing comes through it any more, and nobody says so. */

let database: FreshDatabase
const secrets = newSecrets()
const ends: (() => Promise<unknown>)[] = []

beforeAll(async () => {
  database = await freshDatabase(40, 'started')
})
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end()
})
afterAll(() => database.drop())

/** A way to the database that can be cut and mended. */
class Way {
  #isCut = false
  readonly #held = new Set<Socket>()
  readonly #server: Server = createServer((near) => {
    if (this.#isCut) return void this.#held.add(near.pause().on('error', () => {}))
    const { host, port } = inject('databaseServer')
    const far = connectTo(`${host}/.s.PGSQL.${port}`)
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      this.#held.add(one)
      one.on('data', (bytes) => this.#isCut || other.write(bytes))
      one.on('error', () => {})
      one.on('close', () => other.destroy())
    }
  })

  async open(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve))
    const { username, password, pathname } = new URL(database.url.replace('@/', '@x/'))
    const { port } = this.#server.address() as AddressInfo
    return `postgres://${username}:${password}@127.0.0.1:${port}${pathname}`
  }

  cut(): void {
    this.#isCut = true
  }

  /** What was under way is lost. */
  mend(): void {
    this.#isCut = false
    for (const socket of this.#held) socket.destroy()
    this.#held.clear()
  }

  close(): void {
    this.mend()
    this.#server.close()
  }
}

async function start(nodeName: string) {
  const way = new Way()
  const url = await way.open()
  const opened: Opened = openDatabase(url, { max: 10 })
  const bus = new NotifyBus(url, nodeName)
  await bus.start()
  const given = { ...opened, url, drop: opened.close }
  const server = await startServer({ database: given, bus, secrets, settings: { nodeName } })
  const end = async () => {
    way.mend()
    await server.stop()
    await bus.close()
    await opened.close()
    way.close()
  }
  ends.push(end)
  return { server, way }
}

async function connect({ url }: TestServer, station: string) {
  const pile = await connectPile({ url: `${url.replace('http', 'ws')}/ocpp`, station, callTimeoutMs: 60_000 })
  ends.push(async () => pile.drop())
  const end = { code: 0 }
  void pile.closed.then(({ code }) => {
    end.code = code
  })
  return { pile, end }
}

const makeStation = async () => (await makePile(database.db)).station_number
const seconds = (count: number) => new Promise((resolve) => setTimeout(resolve, count * 1_000))
const nodeOf = (station: string) =>
  database.pool
    .query(
      `select n.name, s.connected from pile p join pile_session s on s.pile_id = p.id left join node n on n.id = s.node_id
        where p.station_number = $1`,
      [station],
    )
    .then(({ rows }) => rows[0] as { name: string; connected: boolean })

/** A node says where it listens with its second beat; who beats after that has read it. */
async function knowEachOther(...names: string[]) {
  const rows = (what: string, values: unknown[] = []) =>
    database.pool.query(`select ${what} from node where name = any($1)`, [names, ...values]).then((found) => found.rows)
  await until(async () => (await rows('address')).every(({ address }) => /:\d+$/.test(address)))
  const [{ now }] = await rows('now()')
  await until(async () => (await rows('seen_at > $2 as seen', [now])).every(({ seen }) => seen))
}

test('the only node keeps its piles, however long the database is away', async () => {
  const { server, way } = await start('alone')
  const station = await makeStation()
  const { end, pile } = await connect(server, station)
  await pile.call('Heartbeat')
  way.cut()
  await seconds(19)
  expect(end.code).toBe(0)
  way.mend()
  await pile.call('Heartbeat')
})

test('of two, one that is cut off alone gives its piles up, and takes some again when it is not', async () => {
  const [one, two] = [await start('one'), await start('two')]
  const [station, other] = [await makeStation(), await makeStation()]
  const first = await connect(one.server, station)
  const second = await connect(two.server, other)
  await until(async () => (await nodeOf(station))?.connected)
  await knowEachOther('one', 'two')
  one.way.cut()
  await seconds(12)
  expect(first.end.code).toBe(0)
  await until(() => first.end.code !== 0)
  expect(first.end.code).toBe(1012)
  await expect(connect(one.server, station)).rejects.toMatchObject({ status: 503 })
  const { pile } = await connect(two.server, station)
  await pile.call('Heartbeat')
  expect(await nodeOf(station)).toEqual({ name: 'two', connected: true })
  expect(second.end.code).toBe(0)

  one.way.mend()
  const last = await makeStation()
  const isBack = async () => (await connect(one.server, last).catch(() => null)) !== null
  await until(isBack)
  // What it had to write of the pile that it gave up changes nothing.
  await seconds(3)
  expect(await nodeOf(station)).toEqual({ name: 'two', connected: true })
  await pile.call('Heartbeat')
})

test('where the database is away for both, both keep theirs', async () => {
  const [one, two] = [await start('third'), await start('fourth')]
  const [station, other] = [await makeStation(), await makeStation()]
  const [first, second] = [await connect(one.server, station), await connect(two.server, other)]
  await Promise.all([first.pile.call('Heartbeat'), second.pile.call('Heartbeat')])
  await knowEachOther('third', 'fourth')
  one.way.cut()
  two.way.cut()
  await seconds(20)
  expect([first.end.code, second.end.code]).toEqual([0, 0])
})
