import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { DatabasePair } from '../../src/cluster/database-pair.ts'
import { connect } from '../../src/server/kit/database/embedded/postmaster.ts'
import { migrate } from '../../src/server/kit/database/migrate.ts'
import { type Opened, openDatabase } from '../../src/server/kit/database/pool.ts'
import { ReadReplica } from '../../src/server/kit/database/read-replica.ts'
import { dashboard } from '../../src/shared/endpoints/dashboard.ts'
import { tableSave } from '../../src/shared/endpoints/shell.ts'
import { DATA_AGE, READ_AFTER } from '../../src/shared/kit/data-age.ts'
import { temporaryFolder } from '../setup/process.ts'
import { startServer, type TestServer } from '../setup/server.ts'

/** A server at a real primary, whose standby answers what may lag; the standby stops replaying, dies, is promoted. */

const MOST_LAG_S = 3
const folder = temporaryFolder()
const pair = new DatabasePair({ folder: folder.path, throwaway: true, say: () => {} })
let primary: Opened
let replica: ReadReplica
let server: TestServer

const replicaAt = (url: string) =>
  new ReadReplica({ url, mostLagS: MOST_LAG_S, answerMs: 5_000, primary: primary.pool, log: pino({ level: 'silent' }) })

beforeAll(async () => {
  await pair.start()
  const url = pair.url(pair.primary.port)
  primary = openDatabase(url, { max: 10 })
  await migrate(primary.pool)
  replica = replicaAt(pair.url(pair.standby.port))
  await replica.start()
  server = await startServer({ database: { ...primary, url, replica, drop: async () => {} } as never })
})
beforeEach(() => expect.poll(() => replica.state).toBe('used'))
afterAll(async () => {
  await server?.stop()
  await replica?.close()
  await primary?.close()
  await pair.stop()
  folder.remove()
})

/** By who has more rights at the standby than the program. */
async function atStandby(text: string) {
  const admin = await connect(pair.standby.cluster, 'postgres')
  await admin.query(text).finally(() => admin.end())
}
const passed = () => ({ ...replica.counters.passed })

/** What a call was answered by. */
async function answeredBy(call: () => Promise<unknown>): Promise<'replica' | string> {
  const before = { answered: replica.counters.answered, ...passed() }
  await call()
  if (replica.counters.answered > before.answered) return 'replica'
  const now = passed()
  return Object.keys(now).find((why) => now[why as keyof typeof now] > before[why as keyof typeof now]) ?? 'primary'
}

/** A machine that has much to do may be slow to say what the standby shows: the primary answers then. */
const answers = (call: () => Promise<unknown>, by: string) => expect.poll(() => answeredBy(call)).toBe(by)

let made = 0
const makeMerchant = async (as = server.administrator) => {
  const { code, data, headers } = await server.call('/system/merchant/create', { name: `Merchant ${++made}` }, { as })
  expect(code).toBe(200)
  return { id: data.id as number, written: headers.get(READ_AFTER) }
}
const listed = async (as = server.administrator, after = '') => {
  const answered = await fetch(`${server.url}/api/system/merchant/index`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${as.token}`, [READ_AFTER]: after },
    body: JSON.stringify({ page_size: 50 }),
  })
  const { code, data } = (await answered.json()) as { code: number; data: { rows: { id: number }[] } }
  expect(code).toBe(200)
  return { ids: data.rows.map(({ id }) => id), age: answered.headers.get(DATA_AGE) }
}
const shown = () => expect.poll(() => replica.waiting).toBe(0)

test('lists, the dashboard, statistics and exports go to the standby; one record, the nodes and what is written do not', async () => {
  await makeMerchant()
  await shown()
  await answers(listed, 'replica')
  expect((await listed()).age).toBe('0')
  await answers(() => server.call(dashboard, {}), 'replica')
  const span = { from: '2026-01-01', to: '2026-01-31', by: 'day' }
  await answers(() => server.call('/system/statistics/index', span), 'replica')
  await answers(() => server.call('/system/merchant/export', { format: 'csv' }), 'replica')
  // Its note of the export is the primary's.
  const noted = await primary.db.selectFrom('audit_entry').select('id').where('action', '=', 'export').execute()
  expect(noted.length).toBeGreaterThan(0)
  const { id } = await makeMerchant()
  await shown()
  await answers(() => server.call('/system/merchant/view', { id }), 'primary')
  await answers(() => server.call('/system/node/index', {}), 'primary')
})

test('whoever wrote something sees it, while nothing is replayed, and others what there was; all see it afterwards', async () => {
  const [writer, other] = [server.administrator, await server.signIn({ permissions: ['*'] })]
  await listed(other)
  await atStandby('select pg_wal_replay_pause()')
  const { id, written } = await makeMerchant(writer)
  expect(Number(written)).toBeGreaterThan(replica.needOf(other.id))
  const [mine, theirs] = [await listed(writer), await listed(other)]
  expect(mine.ids).toContain(id)
  expect(theirs.ids).not.toContain(id)
  await answers(() => listed(writer), 'own_write')
  // At a node that did not hear of the write, whoever names it is shown it.
  expect((await listed(other, written ?? '')).ids).toContain(id)
  await atStandby('select pg_wal_replay_resume()')
  await shown()
  await answers(() => listed(writer), 'replica')
  expect((await listed(other)).ids).toContain(id)
})

test('one that is too far behind answers nobody, which the figures and the page of nodes say', async () => {
  await atStandby('select pg_wal_replay_pause()')
  const { id } = await makeMerchant()
  const other = await server.signIn({ permissions: ['*'] })
  await expect.poll(() => replica.state).toBe('behind')
  await answers(() => listed(other), 'behind')
  expect((await listed(other)).ids).toContain(id)
  const figures = await (await fetch(`${server.url}/metrics`)).text()
  expect(figures).toMatch(/^chargedeck_read_replica_used 0$/m)
  expect(Number(/^chargedeck_read_replica_lag_seconds (\S+)$/m.exec(figures)?.[1])).toBeGreaterThan(MOST_LAG_S)
  await vi.waitFor(async () => {
    const { data } = await server.call('/system/node/index', {})
    expect(data.rows[0]).toMatchObject({ replica: 'behind' })
    expect(data.rows[0].replica_lag_s).toBeGreaterThanOrEqual(MOST_LAG_S)
  })
  await atStandby('select pg_wal_replay_resume()')
  await expect.poll(() => replica.state).toBe('used')
  await answers(() => listed(other), 'replica')
})

test('a query that is cancelled for what is replayed, or fails there otherwise, is answered by the primary', async () => {
  await shown()
  const cancelled = 'canceling statement due to conflict with recovery'
  const spoilt = replica.read(0, async (db) =>
    sql`do $$ begin raise exception ${sql.lit(cancelled)} using errcode = '40001'; end $$`.execute(db),
  )
  expect(await spoilt).toBe(null)
  const writes = replica.read(0, async (db) => sql`create temporary table nothing (id int)`.execute(db))
  expect(await writes).toBe(null)
  // A real one: what is read has gone on the primary, and the standby waits for nobody.
  await atStandby(`alter system set max_standby_streaming_delay = 0`)
  await atStandby(`select pg_reload_conf()`)
  let seen = 0
  const other = await server.signIn({ permissions: ['*'] })
  await primary.pool.query('create table gone (id int)')
  const isThere = async () => replica.read((await replica.showsAll()) ?? 0, (db) => sql`select 1 from gone`.execute(db))
  await expect.poll(isThere).not.toBe(null)
  const reading = replica.read(0, (db) =>
    db.transaction().execute(async (trx) => {
      seen = (await sql`select count(*) from gone`.execute(trx)).rows.length
      await primary.pool.query('drop table gone')
      await sql`select pg_sleep(20)`.execute(trx)
    }),
  )
  expect(await reading).toBe(null)
  expect(seen).toBe(1)
  await expect.poll(() => replica.state).toBe('used')
  await listed(other)
})

test('what changed is told to browsers with what it needs, so that whoever then asks for it is shown it, while nothing is replayed', async () => {
  const other = await server.signIn({ permissions: ['*'] })
  await shown()
  await atStandby('select pg_wal_replay_pause()')
  const { id, written } = await makeMerchant()
  const needs = await replica.showsAll()
  expect(needs).toBeGreaterThanOrEqual(Number(written))
  expect((await listed(other)).ids).not.toContain(id)
  // More than anyone wrote is not even asked for there.
  for (const named of [needs, 999_999_999_999_999]) {
    expect((await listed(other, String(named))).ids).toContain(id)
  }
  await atStandby('select pg_wal_replay_resume()')
})

test('word of an earlier write takes nothing from a later one, and every write is told, whatever its endpoint says of itself', async () => {
  await shown()
  await atStandby('select pg_wal_replay_pause()')
  const { id } = server.administrator
  const { written } = await makeMerchant()
  replica.heard(id, Number(written) - 1)
  expect(replica.needOf(id)).toBe(Number(written))
  const other = await server.signIn({ permissions: ['*'] })
  const { headers } = await server.call(tableSave, { name: 'merchant', columns: [] }, { as: other })
  expect(Number(headers.get(READ_AFTER))).toBeGreaterThan(0)
  await atStandby('select pg_wal_replay_resume()')
})

test('a query that fails by itself is not asked twice', async () => {
  await shown()
  let asked = 0
  const failing = () =>
    replica.read(0, async (db) => {
      asked++
      await sql`select 1 / 0`.execute(db)
    })
  await expect(failing()).rejects.toThrow('division by zero')
  expect(asked).toBe(1)
})

test('who finds all its connections in use, and others waiting, goes to the primary at once', async () => {
  await shown()
  const holding = [...new Array(11)].map(() => replica.read(0, (db) => sql`select pg_sleep(1)`.execute(db)))
  await expect.poll(() => answeredBy(() => replica.read(0, async () => 1))).toBe('full')
  await Promise.all(holding)
})

test('a standby of another database, or of another server, is not used', async () => {
  const admin = await connect(pair.primary.cluster, 'postgres')
  await admin.query('create database strange').finally(() => admin.end())
  const url = new URL(pair.url(pair.standby.port))
  url.pathname = '/strange'
  const other = replicaAt(url.href)
  await expect.poll(() => other.start().then(() => other.state, String)).toBe('away')
  expect(await other.read(0, async () => 1)).toBe(null)
  await other.close()
})

test('an address that leads to the primary is none of a standby', async () => {
  const other = replicaAt(pair.url(pair.primary.port))
  await other.start()
  expect(other.state).toBe('primary')
  expect(await other.read(0, async () => 1)).toBe(null)
  await other.close()
})

test('one that is dead, or frozen in the middle of an answer, answers nobody, and everybody again when it is back', async () => {
  const other = await server.signIn({ permissions: ['*'] })
  await shown()
  await answers(() => listed(other), 'replica')
  // What it was asked for when it froze is answered by the primary within seconds.
  let frozen: { thaw(): void } | undefined
  const stuck = replica.read(0, async (db) => {
    await sql`select 1`.execute(db)
    frozen = pair.freezeStandby()
    await sql`select 2`.execute(db)
  })
  expect(await stuck).toBe(null)
  expect(replica.state).toBe('away')
  await answers(() => listed(other), 'away')
  frozen?.thaw()
  await expect.poll(() => replica.state).toBe('used')
  pair.killStandby()
  await expect.poll(() => replica.state).toBe('away')
  const { id } = await makeMerchant()
  expect((await listed(other)).ids).toContain(id)
  await expect.poll(() => replica.state).toBe('used')
  await shown()
  await answers(() => listed(other), 'replica')
  expect((await listed(other)).ids).toContain(id)
})
