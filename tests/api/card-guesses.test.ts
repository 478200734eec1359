import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { CallError } from '../../src/fleet/frame.ts'
import { connectPile, type ScriptedPile } from '../../src/fleet/scripted.ts'
import { MOST_A_DAY, MOST_AN_HOUR } from '../../src/server/cards/guesses.ts'
import { makeCard, makePile } from '../make.ts'
import { droppedPiles } from '../setup/dropped-piles.ts'
import { startServer, type TestServer } from '../setup/server.ts'

/** A pile that tries out card numbers learns of a few, and no real lot is stopped for it. */

let server: TestServer
const piles = droppedPiles<ScriptedPile>()
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

async function connected() {
  const { id, station_number: station } = await makePile(server.db, { connectors: 2 })
  const pile = await connectPile({ url: `${server.url.replace('http', 'ws')}/ocpp`, station })
  piles.push(pile)
  return { pile, id }
}

/** The status, or the error that it was answered with. */
const authorize = async (pile: ScriptedPile, idTag: string): Promise<string> => {
  try {
    return (await pile.call<{ idTagInfo: { status: string } }>('Authorize', { idTag })).idTagInfo.status
  } catch (error) {
    if (error instanceof CallError) return error.code
    throw error
  }
}
const start = (pile: ScriptedPile, idTag: string, connectorId = 1) =>
  pile.call<{ transactionId: number; idTagInfo: { status: string } }>('StartTransaction', {
    ...{ connectorId, idTag, meterStart: 0, timestamp: new Date().toISOString() },
  })
const stop = (pile: ScriptedPile, transactionId: number, idTag: string) =>
  pile.call('StopTransaction', { transactionId, idTag, meterStop: 10, timestamp: new Date().toISOString() })

async function guess(pile: ScriptedPile, times: number, prefix = 'GUESS') {
  const said: string[] = []
  for (let n = 0; n < times; n++) said.push(await authorize(pile, `${prefix}${n}`))
  return said
}

const customerOf = async (transaction_id: number) =>
  (
    await server.db
      .selectFrom('orders')
      .select('customer_id')
      .where('transaction_id', '=', transaction_id)
      .executeTakeFirstOrThrow()
  ).customer_id
const alarmsOf = (pile_id: number) =>
  server.db.selectFrom('alarm').selectAll().where('pile_id', '=', pile_id).where('code', '=', 'CardGuessing').execute()

test('beyond the limit a good number and an unknown one are answered alike, whatever the message', async () => {
  const { pile, id } = await connected()
  const [regular, other] = [await makeCard(server.db), await makeCard(server.db)]
  const began = await start(pile, regular.number)
  expect(began.idTagInfo.status).toBe('Accepted')
  expect(await stop(pile, began.transactionId, regular.number)).toEqual({ idTagInfo: { status: 'Accepted' } })
  const said = await guess(pile, MOST_AN_HOUR + 5)
  expect(said).toEqual([...Array(MOST_AN_HOUR).fill('Invalid'), ...Array(5).fill('SecurityError')])

  expect([await authorize(pile, other.number), await authorize(pile, 'NEVER1')]).toEqual(Array(2).fill('SecurityError'))
  for (const idTag of [other.number, 'NEVER2']) {
    const started = await start(pile, idTag, 2)
    expect(started.idTagInfo.status).toBe('Invalid')
    expect(await customerOf(started.transactionId)).toBeNull()
    expect(await stop(pile, started.transactionId, idTag)).toEqual({})
  }
  // Who charged here before goes on, and the pile learns nothing by it.
  expect(await authorize(pile, regular.number.toLowerCase())).toBe('Accepted')

  await vi.waitFor(async () => expect(await alarmsOf(id)).toMatchObject([{ kind: 'protocol', status: 'open' }]))
  await vi.waitFor(async () => {
    const { data } = await server.call('GET /system/device/view', { id })
    expect(data.flags.map(({ flag }: { flag: string }) => flag)).toContain('card_guesses')
  })
  const neighbour = await connected()
  expect(await authorize(neighbour.pile, other.number)).toBe('Accepted')

  await sql`update unknown_card set at = at - interval '61 minutes' where pile_id = ${id}`.execute(server.db)
  expect(await authorize(pile, other.number)).toBe('Accepted')
  await vi.waitFor(async () =>
    expect((await alarmsOf(id)).map(({ cleared_at }) => cleared_at !== null)).toEqual([true]),
  )
})

test('starts and stops with unknown numbers count like questions', async () => {
  const { pile } = await connected()
  const half = MOST_AN_HOUR / 2
  for (let n = 0; n < half; n++) {
    const { transactionId } = await start(pile, `START${n}`)
    await stop(pile, transactionId, `STOP${n}`)
  }
  const { number } = await makeCard(server.db)
  expect(await authorize(pile, number)).toBe('SecurityError')
})

test('good cards, and the same unknown one again and again, stop nobody', async () => {
  const { pile } = await connected()
  for (let n = 0; n < MOST_AN_HOUR + 20; n++) expect(await authorize(pile, n % 2 ? 'stuck1' : 'STUCK1')).toBe('Invalid')
  for (let n = 0; n < MOST_AN_HOUR + 5; n++)
    expect(await authorize(pile, (await makeCard(server.db)).number)).toBe('Accepted')
})

test('a number that we named to the pile is good there all the same', async () => {
  const { pile, id } = await connected()
  pile.onCall('RemoteStartTransaction', { status: 'Accepted' })
  const timestamp = new Date().toISOString()
  await pile.call('StatusNotification', { connectorId: 1, status: 'Available', errorCode: 'NoError', timestamp })
  await guess(pile, MOST_AN_HOUR)
  const card = await makeCard(server.db)
  const customer_id = card.customer_id as number
  const asked = await server.call('/system/device/start', { id, connector_number: 1, customer_id })
  expect(asked.code, asked.message).toBe(200)
  expect((await start(pile, card.number)).idTagInfo.status).toBe('Accepted')
})

test('slowly, over a whole day, no more are told either', async () => {
  const { pile, id } = await connected()
  await sql`insert into unknown_card (pile_id, number, at)
    select ${id}, 'SLOW' || n, now() - interval '2 hours' - n * interval '1 minute' from generate_series(1, ${MOST_A_DAY}) n`.execute(
    server.db,
  )
  const { number } = await makeCard(server.db)
  expect(await authorize(pile, number)).toBe('SecurityError')
  await sql`update unknown_card set at = at - interval '1 day' where pile_id = ${id}`.execute(server.db)
  expect([await authorize(pile, number), await authorize(pile, 'ONEMORE')]).toEqual(['Accepted', 'Invalid'])
  const kept = await server.db.selectFrom('unknown_card').select('number').where('pile_id', '=', id).execute()
  expect(kept).toEqual([{ number: 'ONEMORE' }])
})
