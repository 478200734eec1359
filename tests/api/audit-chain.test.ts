import { type Kysely, sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { checkAudit } from '../../src/server/app/audit-task.ts'
import type { Database } from '../../src/server/kit/database/tables.ts'
import { checkAndKeep, checkChain } from '../../src/server/logs/chain/check.ts'
import { forgetOldChanges } from '../../src/server/logs/chain/forget.ts'
import { sealAudit } from '../../src/server/logs/chain/seal.ts'
import { chainState, checkChainNow } from '../../src/shared/endpoints/audit-chain.ts'
import { makeSite } from '../make.ts'
import { type FreshDatabase, freshDatabase } from '../setup/database.ts'
import { type SignedIn, startServer, type TestServer } from '../setup/server.ts'

type Db = Kysely<Database>

const enter = (db: Db, count = 1, more: object = {}) =>
  db
    .insertInto('audit_entry')
    .values(
      Array.from({ length: count }, (_, n) => ({
        ...{
          action: 'update',
          entity: 'site' as const,
          entity_id: n + 1,
          user_id: 1,
          user_name: 'chen',
          address: '10.0.0.1',
        },
        ...{ after: JSON.stringify({ spaces: n, name: 'Yard 东' }), ...more },
      })),
    )
    .returning('id')
    .execute()

describe('someone who writes to the database past the server', () => {
  let database: FreshDatabase
  let db: Db
  let ids: number[]
  beforeEach(async () => {
    database = await freshDatabase(4)
    db = database.db
    ids = (await enter(db, 6)).map(({ id }) => id)
    await sealAudit(db)
    expect(await checkAndKeep(db)).toMatchObject({ whole: true, entries: 6, position: 6, waiting: 0, problem: null })
    await enter(db, 4)
    await sealAudit(db)
    return () => database.drop()
  })

  /** As who may switch triggers off. */
  const past = async (work: () => Promise<unknown>) => {
    for (const table of ['audit_entry', 'audit_seal'])
      await sql`alter table ${sql.table(table)} disable trigger user`.execute(db)
    await work()
    for (const table of ['audit_entry', 'audit_seal'])
      await sql`alter table ${sql.table(table)} enable trigger user`.execute(db)
  }
  const run = (statement: string) => sql.raw(statement).execute(db)
  const found = async () => (await checkChain(db)).problem
  const third = () => ids[2] as number

  test('is stopped by the database as long as its triggers are there', async () => {
    for (const statement of [
      `update audit_entry set user_name = 'li'`,
      'delete from audit_entry',
      'truncate audit_entry cascade',
      `update audit_seal set hash = repeat('a', 64)`,
      'delete from audit_seal',
      'truncate audit_seal',
    ])
      await expect(run(statement), statement).rejects.toThrow('append-only')
    expect(await found()).toBeNull()
  })

  test.each([
    'user_id = 2',
    `user_name = 'li'`,
    `address = '10.0.0.2'`,
    `agent = 'another'`,
    `action = 'delete'`,
    `entity = 'pile'`,
    'entity_id = 99',
    'before = \'{"spaces": 1}\'',
    'after = \'{"spaces": 99}\'',
    'after = null',
    `created_at = created_at + interval '1 microsecond'`,
  ])('is seen to have changed an entry: %s', async (change) => {
    await past(() => run(`update audit_entry set ${change} where id = ${third()}`))
    expect(await found()).toEqual({ why: 'changed', position: 3, entry_id: third() })
  })

  test('is seen to have changed an entry and its own seal', async () => {
    await past(async () => {
      await run(`update audit_entry set user_name = 'li' where id = ${third()}`)
      await run(`update audit_seal set hash = repeat('a', 64) where position = 3`)
    })
    expect((await found())?.position).toBe(3)
  })

  test('is seen to have deleted in the middle, with the seal and without, and closed the gap', async () => {
    await past(() => run(`delete from audit_entry where id = ${third()}`))
    expect(await found()).toEqual({ why: 'missing', position: 3, entry_id: third() })
    await past(() => run('delete from audit_seal where position = 3'))
    expect(await found()).toEqual({ why: 'gap', position: 3, entry_id: null })
    await past(() => run('update audit_seal set position = position - 1 where position > 3'))
    expect(await found()).toMatchObject({ why: 'changed', position: 3 })
  })

  test('is seen to have put two in each other’s place', async () => {
    const [one, other] = [ids[1], ids[3]]
    await past(async () => {
      await run(`update audit_seal set entry_id = -entry_id where entry_id in (${one}, ${other})`)
      await run(
        `update audit_seal set entry_id = case entry_id when -${one} then ${other} else ${one} end where entry_id < 0`,
      )
    })
    expect(await found()).toMatchObject({ why: 'changed', position: 2 })
  })

  test('is seen to have cut off the end, whatever else they set right', async () => {
    const cut = async (from: number) => {
      await past(async () => {
        await run(`delete from audit_entry where id in (select entry_id from audit_seal where position >= ${from})`)
        await run(`delete from audit_seal where position >= ${from}`)
      })
    }
    const before = await checkChain(db)
    await cut(9)
    expect(await found()).toMatchObject({ why: 'end', position: 9 })
    await run(
      `update audit_end set position = 8, hash = (select hash from audit_seal where position = 8) where which = 'head'`,
    )
    expect(await found(), 'nothing in the database knows of it').toBeNull()
    const noted = { position: before.position, hash: before.hash }
    expect((await checkChain(db, [noted])).problem).toEqual({ why: 'noted', position: 10, entry_id: null })
    await cut(4)
    await run(
      `update audit_end set position = 3, hash = (select hash from audit_seal where position = 3) where which = 'head'`,
    )
    expect(await found()).toEqual({ why: 'checked', position: 6, entry_id: null })
    await past(() => run('truncate audit_entry, audit_seal'))
    await run(`update audit_end set position = 0, hash = repeat('0', 64)`)
    expect((await found())?.why).toBe('checked')
  })

  test('is seen to have put an entry in, before others, past the seals or sealed by their own hand', async () => {
    await run(
      `insert into audit_entry (action, entity, created_at) values ('update', 'site', now() - interval '3 days')`,
    )
    await sealAudit(db)
    expect(await found()).toMatchObject({ why: 'inserted', position: 11 })
    await past(() => run(`delete from audit_entry where id = (select max(id) from audit_entry)`))
    await past(() => run(`delete from audit_seal where position = 11`))
    await run(
      `update audit_end set position = 10, hash = (select hash from audit_seal where position = 10) where which = 'head'`,
    )
    expect(await found()).toBeNull()
    await past(() => run(`insert into audit_entry (action, entity) values ('update', 'site')`))
    expect(await found()).toMatchObject({ why: 'unsealed', entry_id: expect.any(Number) })
    await past(async () => {
      await run('update audit_seal set position = position + 100 where position > 5')
      await run('update audit_seal set position = position - 99 where position > 100')
      await run(`insert into audit_seal (position, entry_id, hash) select 6, max(id), repeat('b', 64) from audit_entry`)
    })
    expect(await found()).toMatchObject({ why: 'changed', position: 6 })
  })

  test('is seen to have written a whole new chain, by what was noted elsewhere', async () => {
    const { position, hash } = await checkChain(db)
    await past(async () => {
      await run(`update audit_entry set user_name = 'li' where id = ${third()}`)
      await run('delete from audit_seal')
      await run('insert into audit_unsealed select id from audit_entry')
    })
    await run(`update audit_end set position = 0, hash = repeat('0', 64) where which = 'head'`)
    await sealAudit(db)
    expect((await found())?.why, 'an earlier check saw another').toBe('checked')
    await run('delete from audit_check')
    expect(await found()).toBeNull()
    expect((await checkChain(db, [{ position, hash }])).problem).toMatchObject({ why: 'noted', position })
  })

  test('is seen to have moved the beginning', async () => {
    await past(async () => {
      await run('delete from audit_entry where id in (select entry_id from audit_seal where position <= 7)')
      await run(
        `update audit_end a set position = 7, hash = s.hash from audit_seal s where s.position = 7 and a.which = 'anchor'`,
      )
      await run('delete from audit_seal where position <= 7')
    })
    expect(await found()).toMatchObject({ why: 'anchor', position: 7 })
  })

  test('makes the daily task fail, with the entry', async () => {
    await expect(checkAudit(db)).resolves.toMatchObject({
      said: 'audit_whole',
      figures: { entries: 10, hash: expect.any(String) },
    })
    await past(() => run(`update audit_entry set user_name = 'li' where id = ${third()}`))
    await expect(checkAudit(db)).rejects.toMatchObject({
      said: { said: 'audit_broken_entry', figures: { at: third() } },
    })
  })
})

describe('the chain', () => {
  let database: FreshDatabase
  let db: Db
  beforeAll(async () => {
    database = await freshDatabase(20)
    db = database.db
  })
  afterAll(() => database.drop())

  test('is whole with many writers, slow ones among them, and several that seal at once', async () => {
    const slow = db.transaction().execute(async (trx) => {
      await enter(trx, 3)
      for (let n = 0; n < 5; n++) await sealAudit(db)
      await enter(trx, 2)
    })
    const lost = db.transaction().execute(async (trx) => {
      await enter(trx, 7)
      throw new Error('rolled back')
    })
    const writers = Array.from({ length: 40 }, () => db.transaction().execute((trx) => enter(trx, 5)))
    const sealers = Array.from({ length: 10 }, () => sealAudit(db))
    await Promise.allSettled([slow, lost, ...writers, ...sealers])
    while ((await sealAudit(db)) > 0);
    expect(await checkAndKeep(db)).toMatchObject({ whole: true, entries: 205, position: 205, waiting: 0 })
  })

  test('goes on behind what is forgotten, and says where it was cut', async () => {
    await sql`update system_setting set log_days = 30, tie_days = 10`.execute(db)
    await sql`alter table audit_entry disable trigger audit_entry_stays`.execute(db)
    await sql`update audit_entry set created_at = now() - interval '40 days'`.execute(db)
    await sql`alter table audit_entry enable trigger audit_entry_stays`.execute(db)
    await sql`delete from audit_check`.execute(db)
    await sql`alter table audit_seal disable trigger user`.execute(db)
    await sql`delete from audit_seal`.execute(db)
    await sql`alter table audit_seal enable trigger user`.execute(db)
    await sql`insert into audit_unsealed select id from audit_entry`.execute(db)
    await sql`update audit_end set position = 0, hash = repeat('0', 64)`.execute(db)
    await enter(db, 2)
    await sealAudit(db)
    await checkAndKeep(db)
    await sql`update system_setting set tie_days = 60`.execute(db)
    expect(await forgetOldChanges(db), 'needed to tell who made whom').toBe(0)
    await sql`update system_setting set tie_days = 10`.execute(db)
    expect(await forgetOldChanges(db)).toBe(205)
    expect(await forgetOldChanges(db)).toBe(0)
    await sealAudit(db)
    const after = await checkAndKeep(db)
    expect(after).toMatchObject({ whole: true, entries: 3, position: 208 })
    await sql`update audit_end set hash = repeat('c', 64) where which = 'anchor'`.execute(db)
    expect((await checkChain(db)).whole).toBe(false)
  })
})

describe('the console', () => {
  let server: TestServer
  let auditor: SignedIn
  beforeAll(async () => {
    server = await startServer()
    auditor = await server.signIn({ permissions: ['audit_entry.check', 'audit_entry.list'] })
  })
  afterAll(() => server.stop())

  test('checks the log of what people did, says its last seal, and compares one that was noted', async () => {
    const site = await makeSite(server.db)
    await server.call('/system/park-lot/update', { id: site.id, spaces: 31 })
    await expect
      .poll(async () => (await server.call(checkChainNow, {}, { as: auditor })).data)
      .toMatchObject({ whole: true, waiting: 0 })
    const { data } = await server.call(checkChainNow, {}, { as: auditor })
    expect(data.position).toBeGreaterThan(0)
    const last = (await server.call(chainState, {}, { as: auditor })).data.last
    expect(last).toMatchObject({ whole: true, hash: data.hash, position: data.position })
    const noted = { position: data.position, hash: data.hash }
    expect((await server.call(checkChainNow, { noted }, { as: auditor })).data.whole).toBe(true)
    const other = { ...noted, hash: noted.hash.replace(/./g, '7') }
    expect((await server.call(checkChainNow, { noted: other }, { as: auditor })).data.problem?.why).toBe('noted')
    expect(
      await server.call('/system/log/chain/check', { noted: { position: 1, hash: 'x' } }, { as: auditor }),
    ).toMatchObject({ code: 422 })
    const reader = await server.signIn({ permissions: ['audit_entry.list'] })
    expect((await server.call(checkChainNow, {}, { as: reader })).code).toBe(403)
  })
})
