import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { keepForDays } from '../../src/server/kit/database/kept-for-days.ts'
import { KEPT_LOGS } from '../../src/server/logs/kept-logs.ts'
import { RefusedBook } from '../../src/server/logs/refused-book.ts'
import { SignInTries } from '../../src/server/logs/sign-in-tries.ts'
import { refusedByDay } from '../../src/shared/endpoints/logs.ts'
import { makePile, makeSite } from '../make.ts'
import { makeApp, tokenOf } from '../setup/client-app.ts'
import { startServer, type TestServer } from '../setup/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

const rowsOf = async (user_id: number | null) =>
  server.db
    .selectFrom('refused_entry')
    .selectAll()
    .where('user_id', user_id === null ? 'is' : '=', user_id)
    .orderBy('id')
    .execute()
/** What stands in the log of this user once it is written. */
const logged = (user_id: number | null) => expect.poll(() => rowsOf(user_id))

describe('refused access is written down', () => {
  test('where a permission is missing: who, what, from where', async () => {
    const clerk = await server.signIn({ permissions: ['site.list'] })
    expect((await server.call('/system/park-lot/create', {}, { as: clerk })).code).toBe(403)
    await logged(clerk.id).toEqual([
      expect.objectContaining({
        kind: 'no_right',
        route: 'POST /api/system/park-lot/create',
        permission: 'site.create',
        reason: 'no_permission',
        user_name: clerk.user_name,
        address: '127.0.0.1',
        times: 1,
      }),
    ])
  })

  test('where a rule says no, and of a client app', async () => {
    const app = await makeApp(server, { menus: ['sites'] })
    expect((await server.call('/system/park-lot/delete', { id: 1 }, { as: await tokenOf(server, app) })).code).toBe(403)
    await logged(-app.id).toEqual([
      expect.objectContaining({ kind: 'no_right', permission: 'site.delete', user_name: app.name }),
    ])
  })

  test.each(['/system/park-lot/update', '/system/park-lot/delete'])(
    'where a record is out of reach, and not where it is nowhere: %s',
    async (path) => {
      const [own, other] = [await makeSite(server.db), await makeSite(server.db)]
      const clerk = await server.signIn({
        permissions: ['site.list', 'site.update', 'site.delete', 'berth.list'],
        data_scope: 'sites',
        site_ids: [own.id],
      })
      const body = (id: number) => (path.endsWith('update') ? { id, version: 1 } : { id })
      const hidden = await server.call(path, body(other.id), { as: clerk })
      const nowhere = await server.call(path, body(987_654_321), { as: clerk })
      expect([hidden.code, hidden.message]).toEqual([nowhere.code, nowhere.message])
      expect(hidden.code).toBeGreaterThanOrEqual(400)
      await logged(clerk.id).toEqual([
        expect.objectContaining({ kind: 'out_of_reach', entity: 'site', entity_id: other.id, times: 1 }),
      ])
    },
  )

  test('where a call names one out of reach, before its handler runs', async () => {
    const [own, other] = [await makeSite(server.db), await makeSite(server.db)]
    const pile = await makePile(server.db, { site_id: other.id })
    const clerk = await server.signIn({ permissions: ['pile.reset'], data_scope: 'sites', site_ids: [own.id] })
    const asked = await server.call('/system/device/reset', { id: pile.id, type: 'Soft' }, { as: clerk })
    expect(asked.code).toBeGreaterThanOrEqual(400)
    await logged(clerk.id).toEqual([
      expect.objectContaining({ kind: 'out_of_reach', entity: 'pile', entity_id: pile.id, permission: 'pile.reset' }),
    ])
  })

  test('of a token that is none, by its address; without one nobody asked to be let in', async () => {
    expect((await server.call('/system/park-lot/index', {}, { as: { token: 'made.up.token' } })).code).toBe(401)
    expect((await server.call('/system/park-lot/index', {}, { as: null })).code).toBe(401)
    await logged(null).toEqual([expect.objectContaining({ kind: 'not_signed_in', user_name: null, times: 1 })])
  })

  test('once a minute for what is repeated, and in one row for what is beyond the first ten', async () => {
    const clerk = await server.signIn()
    const paths = [
      '/system/park-lot',
      '/park-space',
      '/system/client',
      '/system/role',
      '/system/dept',
      '/system/merchant',
    ]
    for (let turn = 0; turn < 5; turn++)
      for (const path of paths)
        for (const call of ['create', 'update', 'delete', 'index'])
          await server.call(`${path}/${call}`, {}, { as: clerk })
    const sum = async () => (await rowsOf(clerk.id)).reduce((times, row) => times + row.times, 0)
    await expect.poll(sum).toBeGreaterThan(50)
    const rows = await rowsOf(clerk.id)
    const minutes = new Set(rows.map(({ created_at }) => created_at)).size
    expect(rows.length).toBeLessThanOrEqual(11 * minutes)
    expect(rows.filter(({ route }) => route === null).length).toBeLessThanOrEqual(minutes)
    expect(rows.some(({ route }) => route === null)).toBe(true)
  })

  test('is read by who may, day by day as well, and forgotten after the days of the setting', async () => {
    const auditor = await server.signIn({ permissions: ['refused_entry.list'] })
    const { data } = await server.call('GET /system/log/refused/list', {}, { as: auditor })
    expect(data.rows.length).toBeGreaterThan(0)
    expect(data.rows[0]).toHaveProperty('browser')
    const days = (await server.call(refusedByDay, { zone: 'UTC' }, { as: auditor })).data.days
    expect(days.at(-1)?.counts.no_right).toBeGreaterThan(0)
    const reader = await server.signIn({ permissions: ['audit_entry.list'] })
    expect((await server.call('GET /system/log/refused/list', {}, { as: reader })).code).toBe(403)
    await sql`update refused_entry set created_at = created_at - interval '500 days'`.execute(server.db)
    for (const kept of KEPT_LOGS) await keepForDays(server.pool, kept)
    const left = await server.db
      .selectFrom('refused_entry')
      .selectAll()
      .where('created_at', '<', new Date(Date.now() - 86_400_000).toISOString())
      .execute()
    expect(left).toEqual([])
  })
})

describe('a flood', () => {
  const refused = (more: object) => ({
    ...{
      kind: 'no_right' as const,
      reason: 'no_permission',
      route: 'GET /api/x',
      permission: 'x',
      entity: null,
      entity_id: null,
    },
    ...{ user_id: null, user_name: null, address: '10.9.9.9', agent: '', ...more },
  })
  const at = Date.parse('2026-11-20T10:00:30Z')
  const of = (address: string) =>
    server.db
      .selectFrom('refused_entry')
      .select(['route', 'times'])
      .where('address', '=', address)
      .orderBy('id')
      .execute()

  test('of one address is one statement and few rows, and several nodes add up', async () => {
    const books = [new RefusedBook(server.db, () => at), new RefusedBook(server.db, () => at)]
    for (const book of books) for (let n = 0; n < 20_000; n++) book.add(refused({ route: `GET /api/${n % 400}` }))
    await Promise.all(books.map((book) => book.write()))
    for (const book of books) book.add(refused({ route: 'GET /api/late' }))
    for (const book of books) await book.write()
    const rows = await of('10.9.9.9')
    expect(rows).toHaveLength(11)
    expect(rows.reduce((sum, { times }) => sum + times, 0)).toBe(40_002)
  })

  test('of ever new addresses of one network is few rows', async () => {
    const book = new RefusedBook(server.db, () => at)
    for (let n = 0; n < 50_000; n++) book.add(refused({ address: `2001:db8:1:2:${n.toString(16)}::1` }))
    await book.write()
    expect((await of('2001:db8:1:2::/64')).map(({ times }) => times)).toEqual([49_990])
  })

  test('of strangers that goes on all day adds a row a minute', async () => {
    let now = Date.parse('2026-11-19T00:00:30Z')
    const book = new RefusedBook(server.db, () => now)
    const rows = async () =>
      Number(
        (
          await sql<{ count: number }>`
        select count(*) from refused_entry where created_at::date = '2026-11-19'`.execute(server.db)
        ).rows[0]?.count,
      )
    for (let minute = 0; minute < 30; minute++, now += 60_000) {
      for (let n = 0; n < 1_000; n++) book.add(refused({ kind: 'not_signed_in', address: `10.${n >> 8}.${n & 255}.1` }))
      await book.write()
    }
    expect(await rows()).toBe(20_010)
    expect(await of('*')).toHaveLength(10)
    book.add(refused({ user_id: 1, user_name: 'clerk' }))
    await book.write()
    expect(await rows(), 'a person is told of all the same').toBe(20_011)
    await sql`delete from refused_entry where created_at::date = '2026-11-19'`.execute(server.db)
  })

  test('of ever new networks holds no more than is bounded', async () => {
    const book = new RefusedBook(server.db, () => at)
    for (let n = 0; n < 50_000; n++) book.add(refused({ address: `2001:db8:${n.toString(16)}::1` }))
    await book.write()
    expect((await of('*')).map(({ times }) => times)).toEqual([48_000])
  })

  test('that cannot be written waits for the next turn', async () => {
    const book = new RefusedBook(server.db, () => at)
    book.add(refused({ address: '10.8.8.8' }))
    await sql`alter table refused_entry rename to gone`.execute(server.db)
    await expect(book.write()).rejects.toThrow()
    await sql`alter table gone rename to refused_entry`.execute(server.db)
    await book.write()
    expect(await of('10.8.8.8')).toEqual([{ route: 'GET /api/x', times: 1 }])
  })
})

describe('a flood of refused sign-ins', () => {
  const tries = (address: string) => ({
    way: 'password' as const,
    user_name: 'nobody',
    user_id: null,
    address,
    agent: '',
  })
  const kept = async (agent: string) =>
    server.db
      .selectFrom('sign_in_entry')
      .select(['outcome', 'reason', 'address'])
      .where('agent', '=', agent)
      .orderBy('id')
      .execute()

  test('of one network is thirty rows and one that says there were more; who got in is written', async () => {
    let now = 0
    const book = new SignInTries(() => now)
    for (let n = 0; n < 200; n++)
      await book.note(server.db, {
        ...tries(`2001:db8:7:7::${n.toString(16)}`),
        outcome: 'wrong_credentials',
        agent: 'one',
      })
    await book.note(server.db, { ...tries('2001:db8:7:7::1'), outcome: 'signed_in', agent: 'one' })
    const rows = await kept('one')
    expect(rows.map(({ reason }) => reason)).toEqual([...Array(30).fill('wrong_credentials'), 'too_often', null])
    now += 60_000
    await book.note(server.db, { ...tries('2001:db8:7:7::1'), outcome: 'wrong_credentials', agent: 'one' })
    expect(await kept('one')).toHaveLength(33)
  })

  test('of ever new networks is bounded as well', async () => {
    const book = new SignInTries(() => 0)
    for (let n = 0; n < 900; n++)
      await book.note(server.db, {
        ...tries(`2001:db8:${n.toString(16)}::1`),
        outcome: 'wrong_credentials',
        agent: 'many',
      })
    const rows = await kept('many')
    expect([rows.length, rows.at(-1)?.reason]).toEqual([601, 'too_often'])
  })
})
