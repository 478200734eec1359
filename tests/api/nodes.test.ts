import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { worstStorage } from '../../src/server/alarms/storage-watch.ts'
import { createPeriodicJobs } from '../../src/server/app/periodic-jobs.ts'
import { NodeBook, type NodeDeps, OtherKeys } from '../../src/server/nodes/node-book.ts'
import { LIVE_PATH, type LiveMessage } from '../../src/shared/endpoints/live.ts'
import { makeMaintenance, makeSite } from '../make.ts'
import { type FreshDatabase, freshDatabase } from '../setup/database.ts'
import { startNodes } from '../setup/nodes.ts'
import type { TestServer } from '../setup/server.ts'

let database: FreshDatabase

const secondsFromNow = (seconds: number) => new Date(Date.now() + seconds * 1_000).toISOString()

beforeAll(async () => {
  database = await freshDatabase(20, 'started')
})
afterAll(() => database.drop())

/** All connections of buses break, as by a network that went. */
const breakBuses = () =>
  database.pool.query(`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name = 'chargedeck bus'`)

describe('two servers at one database', () => {
  let network: Awaited<ReturnType<typeof startNodes>>
  let here: TestServer
  let there: TestServer

  beforeAll(async () => {
    network = await startNodes(['here', 'there'], {}, database)
    ;[here, there] = network.nodes as [TestServer, TestServer]
  })
  afterAll(() => network.stop())

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

  test('wrong passwords count at whichever node they are tried', async () => {
    const { user_name: username } = await here.signIn()
    const tried: number[] = []
    for (let turn = 0; turn < 6; turn++) {
      const server = turn % 2 ? there : here
      tried.push((await server.call('/system/login', { username, password: 'not this one' }, { as: null })).code)
    }
    expect(tried).toEqual([422, 422, 422, 422, 422, 429])
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
    const third = await network.add('third')
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

  test('what is done once waits while another node leads, and is taken on when that says nothing any more', async () => {
    const chore = () => database.db.selectFrom('node').select('name').where('leads', '=', true).executeTakeFirst()
    await vi.waitFor(async () => expect(await chore()).toEqual({ name: 'here' }))
    await database.db.transaction().execute(async (trx) => {
      await trx.updateTable('node').set({ leads: false }).execute()
      await sql`insert into node (name, release, address, keys, seen_at, leads)
        select 'ghost', release, address, keys, now() + interval '1 hour', true from node where name = 'here'`.execute(
        trx,
      )
    })
    // Both have asked since, and know that they do not lead.
    await new Promise((resolve) => setTimeout(resolve, 3_000))
    const times = { starts_at: secondsFromNow(1), ends_at: secondsFromNow(3_600) }
    const { id } = await makeMaintenance(database.db, { site_id: (await makeSite(database.db)).id, ...times })
    const stateNow = () =>
      database.db.selectFrom('maintenance').select('state').where('id', '=', id).executeTakeFirstOrThrow()
    await new Promise((resolve) => setTimeout(resolve, 4_000))
    expect(await stateNow()).toEqual({ state: 'planned' })
    await sql`update node set seen_at = now() - interval '11 seconds' where name = 'ghost'`.execute(database.db)
    await vi.waitFor(async () => expect(await stateNow()).toEqual({ state: 'under_way' }), { timeout: 6_000 })
    expect(['here', 'there']).toContain((await chore())?.name)
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
  const bookOf = (name: string, tokenKey: Buffer, alone = false, more: Partial<NodeDeps> = {}) =>
    new NodeBook({
      ...{ db: database.db, name, tokenKey, alone, release: '1.0.0', address: () => 'machine:80' },
      figures: () => ({ piles: 3, piles_waiting: 0, piles_put_off: 0, browsers: 2 }),
      changed: (_, id) => changed.push(id),
      ...more,
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

  test.each([
    ['factor', 'factor.key'],
    ['captcha', 'captcha.key'],
    ['push', 'push.key'],
    ['pile_authority', 'pile-authority.pem'],
  ])('takes no node with another %s while one runs that has one', async (name, file) => {
    const key = randomBytes(32)
    await bookOf('first', key, false, { shares: () => ({ [name]: 'a', files: 'a' }) }).arrive()
    const second = bookOf('second', key, false, { shares: () => ({ [name]: 'b', files: 'a' }) })
    await expect(second.arrive()).rejects.toThrow(new RegExp(`"first".*copy ${file}`))
    // One without certificates of piles knows of no authority, one of a version before of nothing.
    await bookOf('third', key, false, { shares: () => ({ files: 'a' }) }).arrive()
    await bookOf('before', key).arrive()
    await database.db.deleteFrom('node').where('name', '=', 'first').execute()
    await second.arrive()
  })

  test('says once of each thing that another node has otherwise, and what goes wrong', async () => {
    const key = randomBytes(32)
    const said: string[] = []
    const bookWith = (name: string, files: string) =>
      bookOf(name, key, false, {
        shares: () => ({ files, bus: 'nats', read_replica: 'none' }),
        differs: (node, how) => said.push(`${node}: ${how}`),
      })
    await bookWith('first', 'a bucket').arrive()
    await bookWith('second', 'a bucket').arrive()
    expect(said).toEqual([])
    await bookWith('third', 'a folder').arrive()
    expect(said).toEqual([expect.stringMatching(/^first: another node keeps files elsewhere.*FILES_S3_/)])
    const { rows } = await database.pool.query('select shares::text as shares from node')
    expect(JSON.stringify(rows)).not.toMatch(/bucket|folder/)
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

  describe('of several nodes', () => {
    const key = randomBytes(32)
    const leaders = async () =>
      (await database.db.selectFrom('node').select('name').where('leads', '=', true).execute()).map(({ name }) => name)

    test('one leads, however many begin at once', async () => {
      const books = Array.from({ length: 8 }, (_, at) => bookOf(`node ${at}`, key))
      await Promise.all(books.map((book) => book.arrive()))
      for (let round = 0; round < 3; round++) {
        expect(books.filter(({ lead }) => lead.leads())).toHaveLength(1)
        expect(await leaders()).toHaveLength(1)
        await Promise.all(books.map((book) => book.beat()))
      }
      // All take it at once from one that is gone.
      const gone = books.filter(({ lead }) => lead.leads())
      const rest = books.filter(({ lead }) => !lead.leads())
      for (const { id } of gone) await age(`node ${books.findIndex((book) => book.id === id)}`, '11 seconds')
      await Promise.all(rest.map((book) => book.beat()))
      expect(rest.filter(({ lead }) => lead.leads())).toHaveLength(1)
      expect(await leaders()).toHaveLength(1)
    })

    test('another leads ten seconds after the last word of one, which does not take it back', async () => {
      const [one, two] = [bookOf('one', key), bookOf('two', key)]
      await one.arrive()
      await two.arrive()
      await age('one', '9 seconds')
      await two.beat()
      expect([one.lead.leads(), two.lead.leads()]).toEqual([true, false])
      await age('one', '11 seconds')
      await two.beat()
      expect(two.lead.leads()).toBe(true)
      await one.beat()
      await two.beat()
      expect([one.lead.leads(), two.lead.leads()]).toEqual([false, true])
      expect(await leaders()).toEqual(['two'])
    })

    test('one that was frozen does not lead until it has asked again', async () => {
      let now = 0
      const one = bookOf('one', key, false, { clock: () => now })
      const two = bookOf('two', key)
      await one.arrive()
      await two.arrive()
      now += 5_900
      expect(one.lead.leads()).toBe(true)
      now += 200
      expect(one.lead.leads()).toBe(false)
      await one.beat()
      expect(one.lead.leads()).toBe(true)
      now += 20_000
      await age('one', '20 seconds')
      await two.beat()
      expect([one.lead.leads(), two.lead.leads()]).toEqual([false, true])
      await one.beat()
      expect(one.lead.leads()).toBe(false)
    })

    test('one that takes no more work leaves it to another at once', async () => {
      const [one, two] = [bookOf('one', key), bookOf('two', key)]
      await one.arrive()
      await two.arrive()
      await one.drain()
      await one.beat()
      await two.beat()
      expect([one.lead.leads(), two.lead.leads()]).toEqual([false, true])
      expect(await leaders()).toEqual(['two'])
    })

    test('one alone leads at once and always', async () => {
      await bookOf('before', key).arrive()
      let now = 0
      const alone = bookOf('alone', key, true, { clock: () => now })
      await alone.arrive()
      now += 60_000
      expect(alone.lead.leads()).toBe(true)
      expect(await leaders()).toEqual(['alone'])
    })

    test('what is done once is done where it leads, and at once where it begins to; the rest is done everywhere', async () => {
      const done: string[] = []
      const [one, two] = [bookOf('one', key), bookOf('two', key)]
      await one.arrive()
      await two.arrive()
      const all = [one, two].map((book, at) => {
        const jobs = createPeriodicJobs(pino({ level: 'silent' }), () => {}, book.lead)
        jobs.every(60_000, 'everywhere', async () => done.push(`everywhere ${at}`))
        jobs.once(60_000, 'once', async () => done.push(`once ${at}`))
        return jobs
      })
      expect(done).toEqual(['everywhere 0', 'once 0', 'everywhere 1'])
      await age('one', '11 seconds')
      await two.beat()
      await two.beat()
      expect(done.slice(3)).toEqual(['once 1'])
      for (const jobs of all) await jobs.stop()
    })

    test('the fullest disk of all is looked after', async () => {
      const disk = (free: number) => ({ disk: async () => ({ free, size: 100, margin: 10 }) })
      expect(await worstStorage(database.db)).toBe(null)
      const one = bookOf('one', key, false, disk(50))
      await one.arrive()
      expect(await worstStorage(database.db)).toEqual({ free: 50, size: 100, margin: 10 })
      await bookOf('two', key, false, disk(8)).arrive()
      expect(await worstStorage(database.db)).toMatchObject({ free: 8, node: 'two' })
      await bookOf('three', key, false, { disk: () => Promise.reject(new Error('no such folder')) }).arrive()
      await database.db.updateTable('node').set({ state: 'lost' }).where('name', '=', 'two').execute()
      expect(await worstStorage(database.db)).toEqual({ free: 50, size: 100, margin: 10 })
    })
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
