import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeAlarm, makeBerth, makeCard, makeCustomer, makePile, makePileType, makeSite } from '../make.ts'
import { type SignedIn, startServer, type TestServer } from '../setup/server.ts'

/** What a phone's scanner is told of a code. */

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

async function scan(code: string, as?: SignedIn) {
  const { code: status, data } = await server.call('/system/index/scan', { code }, as && { as })
  expect(status, code).toBe(200)
  return data
}

test('a pile is found by each of its numbers, as it stands on a label or bar code', async () => {
  const site = await makeSite(server.db, { name: 'Lujiazui P2' })
  const type = await makePileType(server.db, { name: 'DC 120 kW' })
  const numbers = { self_code: 'B2-017', serial_number: 'SN-77810', imei: '869471052231904' }
  const place = { site_id: site.id, pile_type_id: type.id, state: 'faulted' } as const
  const { id } = await makePile(server.db, { station_number: 'CD-310115-0012', ...place, ...numbers, connectors: 2 })
  await makeBerth(server.db, { site_id: site.id, pile_id: id, connector_number: 2, serial: 'B-17' })
  await makeAlarm(server.db, { pile_id: id, connector_number: 2 })
  const own = await makeAlarm(server.db, { pile_id: id, connector_number: 1, raised_at: '2026-01-01T00:00:00Z' })
  const codes = ['CD-310115-0012', 'cd-310115-0012', 'b2-017', 'S/N: SN-77810', 'IMEI: 8694 7105 2231 904']
  for (const code of codes) expect((await scan(code)).found, code).toMatchObject([{ entity: 'pile', id }])
  expect(await scan('CD-310115-0012?connector=1')).toEqual({
    found: [
      {
        ...{ entity: 'pile', id, title: 'CD-310115-0012', state: 'faulted', details: ['Lujiazui P2', 'DC 120 kW'] },
        ...{ berth: 'B-17', alarm_id: own.id },
      },
    ],
    rejected: null,
  })
})

test('a card is found by its number and by what its chip says', async () => {
  const customer = await makeCustomer(server.db, { account: 'liu.chao' })
  const { id } = await makeCard(server.db, { number: '04A27F19', customer_id: customer.id })
  for (const code of ['04a27f19', '04:a2:7f:19', '19:7F:A2:04'])
    expect((await scan(code)).found, code).toMatchObject([{ entity: 'card', id, title: '04A27F19', alarm_id: null }])
})

test('a code of nothing says who tried to connect under it', async () => {
  const values = { station_number: 'NEW-9', reason: 'unknown_station', address: '10.0.0.9', network: '10.0.0.9' }
  await server.db
    .insertInto('rejected_connection')
    .values({ ...values, offered: 'good', fingerprint: 'aa11' } as never)
    .execute()
  expect(await scan('new-9')).toMatchObject({ found: [], rejected: { station_number: 'NEW-9', fingerprint: 'aa11' } })
  const clerk = await server.signIn({ permissions: ['pile.list'] })
  expect(await scan('NEW-9', clerk)).toEqual({ found: [], rejected: null })
})

test('a person is told only of what they may list', async () => {
  const pile = await makePile(server.db, { station_number: 'CD-ONLY-1' })
  await makeCard(server.db, { number: 'CD-ONLY-1' })
  await makeAlarm(server.db, { pile_id: pile.id })
  const piles = await server.signIn({ permissions: ['pile.list'] })
  expect((await scan('CD-ONLY-1', piles)).found).toMatchObject([{ entity: 'pile', alarm_id: null }])
  const nothing = await server.signIn({ permissions: ['site.list'] })
  expect(await scan('CD-ONLY-1', nothing)).toEqual({ found: [], rejected: null })
})

test('a pile out of use is not found', async () => {
  await makePile(server.db, { station_number: 'CD-OLD-1', archived_at: new Date().toISOString() })
  expect((await scan('CD-OLD-1')).found).toEqual([])
})

test('nothing, and more than any code holds, is refused at its field', async () => {
  for (const code of [' ', 'x'.repeat(501)]) {
    const answer = await server.call('/system/index/scan', { code })
    expect([answer.code, answer.data.errors]).toEqual([422, { code: expect.any(String) }])
  }
})
