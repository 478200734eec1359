import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type SignedIn, startServer, type TestServer } from '../../setup/server.ts'
import { makeSide } from '../../setup/two-sides.ts'

/** What a word finds that more records hold than anybody reads, and that few of them are theirs. */

/** More than are found of a word, and than the newest that are looked at in any case. */
const MANY = 1_200

let server: TestServer
let person: SignedIn
let own: number
beforeAll(async () => {
  server = await startServer()
  const { ids } = await makeSide(server.db, 'north')
  own = ids.customer as number
  await server.db.updateTable('customer').set({ account: 'common first' }).where('id', '=', own).execute()
  await sql`insert into customer (account, status) select 'common ' || n, 'normal' from generate_series(1, ${MANY}) n`.execute(
    server.db,
  )
  person = await server.signIn({ permissions: ['*'], data_scope: 'merchants', merchant_ids: [ids.merchant as number] })
})
afterAll(() => server.stop())

const identities = (rows: { id: number }[]) => rows.map(({ id }) => id)

test('a list has what is theirs, however many newer ones of others hold the word', async () => {
  const { data } = await server.call('/system/client/index', { keyword: 'common' }, { as: person })
  expect([data.total, identities(data.rows)]).toEqual([1, [own]])
  const all = await server.call('/system/client/index', { keyword: 'common' })
  expect([identities(all.data.rows).includes(own), all.data.summary.more]).toEqual([false, 1])
})

test('so has the search', async () => {
  const { data } = await server.call('GET /system/index/search', { keyword: 'common' }, { as: person })
  expect(identities(data.records.filter(({ entity }: { entity: string }) => entity === 'customer'))).toEqual([own])
})

test('a word that few hold finds theirs alone', async () => {
  const keyword = 'common 77'
  const found = async (as?: SignedIn) =>
    identities((await server.call('/system/client/index', { keyword }, as && { as })).data.rows)
  expect((await found()).length).toBeGreaterThan(0)
  expect(await found(person)).toEqual([])
  const { data } = await server.call('GET /system/index/search', { keyword }, { as: person })
  expect(data.records).toEqual([])
})
