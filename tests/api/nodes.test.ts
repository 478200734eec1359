import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { NotifyBus } from '../../src/server/kit/database/notify-bus.ts'
import { NodeBook, OtherKeys } from '../../src/server/nodes/node-book.ts'
import { LIVE_PATH, type LiveMessage } from '../../src/shared/endpoints/live.ts'
import { type FreshDatabase, freshDatabase } from '../setup/database.ts'
import { startServer, type TestServer } from '../setup/server.ts'

let database: FreshDatabase

beforeAll(async () => {
  database = await freshDatabase(20, 'started')
})
afterAll(() => database.drop())

/** All connections of buses break, as by a network that went. */
const breakBuses = () =>
  database.pool.query(`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name = 'chargedeck bus'`)

describe('two servers at one database', () => {
  const tokenKey = randomBytes(32)
  const buses: NotifyBus[] = []
  let here: TestServer
  let there: TestServer

  async function startNode(nodeName: string): Promise<TestServer> {
    const bus = new NotifyBus(database.url, nodeName)
    await bus.start()
    buses.push(bus)
    return await startServer({ database, bus, secrets: { tokenKey }, settings: { nodeName } })
  }

  beforeAll(async () => {
    here = await startNode('here')
    there = await startNode('there')
  })
  afterAll(async () => {
    await there.stop()
    await here.stop()
    for (const bus of buses) await bus.close()
  })

  /** A browser's live channel at a server: what it was told, and how it ended. */
  async function watch({ url, administrator }: TestServer) {
    const socket = new WebSocket(`${url.replace('http', 'ws')}${LIVE_PATH}`)
    const told: LiveMessage[] = []
    socket.on('message', (data) => told.push(JSON.parse(String(data))))
    const closed = once(socket, 'close').then(([code]) => code as number)
    await once(socket, 'open')
    socket.send(JSON.stringify({ type: 'sign_in', token: administrator.token }))
    const ready = vi.waitFor(() => expect(told).toContainEqual({ type: 'ready' }))
    const refused = closed.then((code) => Promise.reject(new Error(`closed with ${code}`)))
    refused.catch(() => {})
    await Promise.race([ready, refused])
    return { told, closed, leave: () => socket.close() }
  }

  /** By a call at the first. */
  async function makeMerchant(name: string): Promise<number> {
    const { code, data } = await here.call('/system/merchant/create', {
      name: `${name} ${randomBytes(3).toString('hex')}`,
    })
    expect(code, JSON.stringify(data)).toBe(200)
    return data.id
  }

  const changesOf = (told: LiveMessage[], entity: string) =>
    told.flatMap((message) => (message.type === 'changed' && message.entity === entity ? (message.ids ?? []) : []))

  test('what one changes is told to the browsers of the other', async () => {
    const [mine, theirs] = await Promise.all([watch(here), watch(there)])
    const id = await makeMerchant('Ada')
    await vi.waitFor(() => expect(changesOf(theirs.told, 'merchant')).toContain(id))
    await vi.waitFor(() => expect(changesOf(mine.told, 'merchant')).toContain(id))
    mine.leave()
    theirs.leave()
  })

  test('a person who signed in at one is known at the other', async () => {
    const { code } = await there.call('/system/node/index', {}, { as: here.administrator })
    expect(code).toBe(200)
  })

  test('when the bus broke, browsers read anew, and are told of changes again', async () => {
    const watching = await Promise.all([watch(here), watch(there)])
    await breakBuses()
    expect(await Promise.all(watching.map(({ closed }) => closed))).toEqual([1012, 1012])
    // A bus that came back late may close it once more.
    const again = await vi.waitFor(() => watch(there))
    await vi.waitFor(async () => {
      await makeMerchant('Grace')
      expect(changesOf(again.told, 'merchant')).not.toEqual([])
    })
    again.leave()
  })

  test('each says that it is there; one that ends says so', async () => {
    const third = await startNode('third')
    const stateOf = async (name: string) => {
      const { data } = await here.call('/system/node/index', {})
      return data.rows.find((row: { name: string }) => row.name === name)
    }
    expect(await stateOf('here')).toMatchObject({ state: 'running', release: '0.0.0-test', ended_at: null })
    expect(await stateOf('third')).toMatchObject({ state: 'running' })
    const watching = await watch(here)
    await vi.waitFor(async () => expect((await stateOf('here')).browsers).toBe(1))
    watching.leave()
    await third.stop()
    expect(await stateOf('third')).toMatchObject({ state: 'stopped', piles: 0, ended_at: expect.any(String) })
    expect(await stateOf('here')).toMatchObject({ state: 'running' })
  })

  test('one that says nothing any more is lost, and is there again when it does', async () => {
    const { id } = await database.db
      .updateTable('node')
      .set({ state: 'lost' })
      .where('name', '=', 'there')
      .returning('id')
      .executeTakeFirstOrThrow()
    const watching = await watch(here)
    const stateNow = () => database.db.selectFrom('node').select('state').where('id', '=', id).executeTakeFirstOrThrow()
    await vi.waitFor(async () => expect(await stateNow()).toEqual({ state: 'running' }))
    await vi.waitFor(() => expect(changesOf(watching.told, 'node')).toContain(id))
    watching.leave()
  })
})

describe('the book of nodes', () => {
  const changed: number[] = []
  const bookOf = (name: string, tokenKey: Buffer, alone = false) =>
    new NodeBook({
      ...{ db: database.db, name, tokenKey, alone, release: '1.0.0', address: () => 'machine:80' },
      figures: () => ({ piles: 3, browsers: 2 }),
      changed: (_, id) => changed.push(id),
    })
  const nodes = () => database.db.selectFrom('node').select(['name', 'state', 'piles']).orderBy('id').execute()
  const age = (name: string, by: string) =>
    database.pool.query(`update node set seen_at = now() - $2::interval where name = $1`, [name, by])

  beforeEach(async () => {
    changed.length = 0
    await database.db.deleteFrom('node').execute()
  })

  test('takes no node with other keys while one runs', async () => {
    const [ours, others] = [randomBytes(32), randomBytes(32)]
    const first = bookOf('first', ours)
    await first.arrive()
    await expect(bookOf('second', others).arrive()).rejects.toThrow(OtherKeys)
    await expect(bookOf('second', others).arrive()).rejects.toThrow(/copy token\.key.*"first"|"first".*copy token\.key/)
    await bookOf('third', ours).arrive()
    await age('first', '16 seconds')
    await age('third', '16 seconds')
    await bookOf('second', others).arrive()
    expect((await nodes()).map(({ state }) => state)).toEqual(['lost', 'lost', 'running'])
  })

  test('at a database that is its own whoever was there is gone', async () => {
    await bookOf('before', randomBytes(32)).arrive()
    await bookOf('after', randomBytes(32), true).arrive()
    expect(await nodes()).toMatchObject([{ state: 'lost' }, { state: 'running' }])
  })

  test('a node is found lost after fifteen seconds of silence and not before, and everybody is told', async () => {
    const key = randomBytes(32)
    const [one, two] = [bookOf('one', key), bookOf('two', key)]
    await one.arrive()
    await two.arrive()
    await two.beat()
    await age('two', '14 seconds')
    await one.beat()
    expect(await nodes()).toMatchObject([{ state: 'running' }, { state: 'running', piles: 3 }])
    changed.length = 0
    await age('two', '16 seconds')
    await one.beat()
    expect(await nodes()).toMatchObject([{ state: 'running' }, { state: 'lost', piles: 0 }])
    expect(changed).toEqual([two.id])
  })

  test('one that takes no more work says so until its end, which is not undone', async () => {
    const book = bookOf('one', randomBytes(32))
    await book.arrive()
    await book.drain()
    await book.beat()
    expect(await nodes()).toEqual([{ name: 'one', state: 'draining', piles: 3 }])
    await book.leave()
    await book.beat()
    expect(await nodes()).toEqual([{ name: 'one', state: 'stopped', piles: 0 }])
  })

  test('those that ended a month ago are forgotten', async () => {
    const [old, recent] = [bookOf('old', randomBytes(32), true), bookOf('recent', randomBytes(32), true)]
    await old.arrive()
    await old.leave()
    await recent.arrive()
    await recent.leave()
    await database.pool.query(`update node set ended_at = now() - interval '31 days' where name = 'old'`)
    await recent.tidy()
    expect((await nodes()).map(({ name }) => name)).toEqual(['recent'])
  })
})

describe('the bus by the database', () => {
  const open: NotifyBus[] = []
  async function busOf(node: string): Promise<NotifyBus> {
    const bus = new NotifyBus(database.url, node)
    open.push(bus)
    await bus.start()
    return bus
  }
  afterEach(async () => {
    for (const bus of open.splice(0)) await bus.close()
  })

  const heardBy = (bus: NotifyBus, topic: string) => {
    const heard: string[] = []
    bus.subscribe(topic, (line) => heard.push(line))
    return heard
  }

  test('brings each line once to every other node, of its topic alone, more than one notification holds', async () => {
    const [one, two, three] = [await busOf('one'), await busOf('two'), await busOf('three')]
    const [own, second, third] = [one, two, three].map((bus) => heardBy(bus, 'changed'))
    const other = heardBy(two, 'else')
    const lines = Array.from({ length: 5_000 }, (_, at) => `an_entity_of_a_long_name ${at}`)
    for (const line of [...lines, ...lines]) one.publish('changed', line)
    one.publish('else', 'a pile 桩')
    await vi.waitFor(() => expect(other).toEqual(['a pile 桩']))
    await vi.waitFor(() => expect(third).toHaveLength(5_000))
    expect(second).toEqual(lines)
    expect(third).toEqual(lines)
    expect(own).toEqual([])
  })

  test('tells what waits before it hangs up', async () => {
    const [one, two] = [await busOf('one'), await busOf('two')]
    const heard = heardBy(two, 'changed')
    one.publish('changed', 'pile 1')
    await one.close()
    await vi.waitFor(() => expect(heard).toEqual(['pile 1']))
  })

  test('after a break both sides are told that they may have missed something', async () => {
    const [one, two] = [await busOf('one'), await busOf('two')]
    const gaps = [0, 0]
    for (const [at, bus] of [one, two].entries()) bus.onGap(() => (gaps[at] = (gaps[at] ?? 0) + 1))
    const heard = heardBy(two, 'changed')
    await database.pool.query(`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name = 'chargedeck bus' and pid = (
        select min(pid) from pg_stat_activity where datname = current_database() and application_name = 'chargedeck bus')`)
    await vi.waitFor(() => expect(Math.min(...gaps)).toBeGreaterThan(0))
    await vi.waitFor(() => {
      one.publish('changed', 'pile 2')
      expect(heard).toContain('pile 2')
    })
  })

  test('one that has more to tell than it can says that everything is to be looked at', async () => {
    const [one, two] = [await busOf('one'), await busOf('two')]
    const heard = heardBy(two, 'changed')
    let gaps = 0
    two.onGap(() => gaps++)
    for (let at = 0; at <= 20_001; at++) one.publish('changed', `pile ${at}`)
    await vi.waitFor(() => expect(gaps).toBe(1))
    expect(heard.length).toBeLessThan(10)
  })
})
