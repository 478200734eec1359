import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Language } from '../../src/shared/kit/languages.ts'
import { makeAlarm, makeCustomer, makeOrder, makePile, makeSite, next } from '../make.ts'
import { empty } from '../setup/empty.ts'
import { type SignedIn, startServer, type TestServer } from '../setup/server.ts'

/** How far the search of the top bar looks, what it says of the rest, and alarms in it. */

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())
beforeEach(() => empty(server.db, 'alarm, orders, card, customer, pile, site, merchant'))

interface Answer {
  records: { entity: string; id: number; said: string | null; detail: string }[]
  more: boolean
}
async function answer(keyword: string, as?: SignedIn, language?: Language): Promise<Answer> {
  const how = { ...(as && { as }), ...(language && { language }) }
  const { code, data } = await server.call('GET /system/index/search', { keyword }, how)
  expect(code, keyword).toBe(200)
  return data
}
const found = async (...asked: Parameters<typeof answer>) =>
  (await answer(...asked)).records.map(({ entity, id }) => `${entity} ${id}`)

/** More than the newest that are looked through. */
const sites = (name: string, many = 3_100) =>
  sql`insert into site (name, kind) select ${name}::text || n, 'off_street' from generate_series(1, ${many}::int) n`.execute(
    server.db,
  )

describe('whether there are more', () => {
  test('is not so where everything that holds the word is shown', async () => {
    for (let at = 0; at < 5; at++) await makeSite(server.db, { name: `Harbour ${next()}` })
    for (const word of ['harb', 'h', 'nothing', '港']) expect((await answer(word)).more, word).toBe(false)
  })

  test('is so where a kind has one more than is shown', async () => {
    for (let at = 0; at < 6; at++) await makeSite(server.db, { name: `Harbour ${next()}` })
    const { records, more } = await answer('harb')
    expect([records.length, more]).toEqual([5, true])
  })

  test('is unknown of a word too short for an index among many, and known of a longer one', async () => {
    const { id } = await makeSite(server.db, { name: 'North Quay' })
    await sites('Depot ')
    expect(await answer('qu')).toMatchObject({ records: [], more: true })
    const whole = await answer('quay')
    expect([whole.records.map((one) => one.id), whole.more]).toEqual([[id], false])
  })

  test('says nothing of what is out of reach', async () => {
    const site = await makeSite(server.db, { name: 'Depot of ours' })
    await makePile(server.db, { station_number: 'Depot-1', site_id: site.id })
    await sites('Depot ')
    await sql`insert into pile (station_number) select 'Depot-x' || n from generate_series(1, 3100) n`.execute(
      server.db,
    )
    const person = await server.signIn({ permissions: ['*'], data_scope: 'sites', site_ids: [site.id] })
    for (const word of ['depot', 'd', '7', 'Depot-x']) expect((await answer(word, person)).more, word).toBe(false)
    expect((await answer('depot')).more).toBe(true)
  })
})

describe('among thousands of newer ones', () => {
  test('Chinese is found in the middle of a name', async () => {
    const { id } = await makeSite(server.db, { name: '上海陆家嘴2号充电站' })
    await sites('Depot ')
    for (const word of ['陆家嘴', '家嘴2', '充电', 'ljz']) expect(await found(word), word).toEqual([`site ${id}`])
    expect(await found('陆家浜')).toEqual([])
  })

  test('what many older ones hold is found where they stand', async () => {
    await sites('Wharf ')
    await sites('Depot ')
    expect(await found('wharf')).toHaveLength(5)
  })
})

describe('someone of more places than are gone through one by one', () => {
  test('finds what is theirs there, and nothing of others', async () => {
    const mine = await sql<{ id: number }>`
      insert into site (name, kind) select 'Mine ' || n, 'off_street' from generate_series(1, 300) n returning id`.execute(
      server.db,
    )
    const ids = mine.rows.map(({ id }) => id)
    const pile = await makePile(server.db, { station_number: 'Common-mine', site_id: ids[7] ?? 0 })
    const order = await makeOrder(server.db, { site_id: ids[7] ?? 0, pile_id: pile.id, plate: 'common' })
    const other = await makePile(server.db, { station_number: 'Common-other', site_id: (await makeSite(server.db)).id })
    await makeOrder(server.db, { pile_id: other.id, plate: 'common' })
    const person = await server.signIn({ permissions: ['*'], data_scope: 'sites', site_ids: ids })
    for (const word of ['common', 'co', 'o'])
      expect((await found(word, person)).filter((one) => !one.startsWith('site')).sort(), word).toEqual([
        `order ${order.id}`,
        `pile ${pile.id}`,
      ])
  })
})

describe('an alarm', () => {
  const made = async () => {
    const site = await makeSite(server.db)
    const pile = await makePile(server.db, { station_number: `AL-${next()}`, site_id: site.id })
    const given = { pile_id: pile.id, site_id: site.id, code: 'GroundFailure', vendor_code: 'E-4711' }
    return { site, pile, alarm: await makeAlarm(server.db, given) }
  }

  test('is found by its code, the maker’s code, its pile and its words in the reader’s language', async () => {
    const { pile, alarm } = await made()
    await makeAlarm(server.db, { code: 'OverVoltage' })
    for (const word of ['GroundF', '4711', 'E-', pile.station_number, 'ground fail', 'Ground'])
      expect(await found(word), word).toContain(`alarm ${alarm.id}`)
    expect(await found('接地', undefined, 'zh-CN')).toEqual([`alarm ${alarm.id}`])
    expect(await found('jiedi', undefined, 'zh-CN')).toEqual([`alarm ${alarm.id}`])
    expect(await found('接地', undefined, 'en')).toEqual([])
  })

  test('is found by what its pile said of it, which is shown; a command’s name is said as the console calls it', async () => {
    const fault = await makeAlarm(server.db, { code: 'GroundFailure', message: 'RCD tripped, phase L2' })
    const command = await makeAlarm(server.db, { code: 'CommandWithoutEffect', kind: 'command', message: 'reset' })
    for (const word of ['tripped', 'phase l2', 'RC']) expect(await found(word), word).toEqual([`alarm ${fault.id}`])
    expect((await answer('tripped')).records[0]?.detail).toMatch(/RCD tripped, phase L2$/)
    const { records } = await answer('reset', undefined, 'zh-CN')
    expect(records.find(({ id }) => id === command.id)?.detail).toMatch(/· 重启$/)
  })

  test('is shown to those alone who may list alarms and reach its site', async () => {
    const { site, alarm } = await made()
    const elsewhere = await made()
    const scoped = { data_scope: 'sites' as const, site_ids: [site.id] }
    expect(await found('4711', await server.signIn({ permissions: ['pile.list', 'order.list'] }))).toEqual([])
    const person = await server.signIn({ permissions: ['alarm.list'], ...scoped })
    for (const word of ['4711', 'ground fail', '4', 'AL-'])
      expect(await found(word, person), word).toEqual([`alarm ${alarm.id}`])
    expect(await found(elsewhere.pile.station_number, person)).toEqual([])
  })
})

test('says which part of a name is said as what was typed', async () => {
  await makeCustomer(server.db, { account: `acc${next()}`, name: '张三' })
  await makeSite(server.db, { name: '上海陆家嘴2号充电站' })
  const said = async (word: string) => (await answer(word)).records.map((one) => one.said)
  expect(await said('zs')).toEqual(['张三'])
  expect(await said('zhangs')).toEqual(['张三'])
  expect(await said('ljz2')).toEqual(['陆家嘴2'])
  expect(await said('acc')).toEqual([null])
  await makeAlarm(server.db, { code: 'GroundFailure' })
  expect((await answer('jied', undefined, 'zh-CN')).records.map((one) => one.said)).toEqual(['接地'])
})
