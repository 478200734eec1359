import { existsSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connectPile, type ScriptedPile } from '../../src/fleet/scripted.ts'
import { decideOrder } from '../../src/shared/endpoints/order-decision.ts'
import { makeCard, makeCustomer, makePile, makeRule, makeSite, makeStrategy } from '../make.ts'
import { startServer, type TestServer } from '../setup/server.ts'

/** Frames of a charge-point simulator by others; a clone elsewhere does not have them. */
const folder = new URL('../../../shared/fixtures/ocpp/', import.meta.url)
const isHere = existsSync(folder)

type Payload = Record<string, unknown>
interface Line {
  t: string
  cp: string
  proto: string
  dir: 'rx' | 'tx' | 'event'
  frame: [number, string, string | Payload, Payload]
}

const linesOf = (file: string): Line[] =>
  readFileSync(new URL(file, folder), 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))
    .filter(({ proto, dir }: Line) => proto === 'ocpp1.6' && dir !== 'event')

const HOUR = 3_600_000
/** 23:10:15Z of the transcript is made this full hour: the scripted sessions run over a band's boundary there. */
const boundary = Math.floor(Date.now() / HOUR) * HOUR - 2 * HOUR
const shift = boundary - Date.parse('2026-11-20T23:10:15.000Z')
const ISO = /^\d{4}-\d\d-\d\dT/

/** The transcript's payload in our time, with the transaction numbers that our server gave. */
function translated(payload: unknown, transactions: ReadonlyMap<unknown, number>): unknown {
  if (typeof payload === 'string')
    return ISO.test(payload) ? new Date(Date.parse(payload) + shift).toISOString() : payload
  if (Array.isArray(payload)) return payload.map((item) => translated(item, transactions))
  if (typeof payload !== 'object' || payload === null) return payload
  const entries = Object.entries(payload).map(([name, value]) =>
    name === 'transactionId' ? [name, transactions.get(value) ?? value] : [name, translated(value, transactions)],
  )
  return Object.fromEntries(entries)
}

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

/** Plays what each pile sent, in its order, over a socket of its own. */
async function replay(file: string, prefix: string) {
  const hour = new Date(boundary).getUTCHours()
  const price = { electricity_cost: 0, service_fee: 0, occupation_fee: 1500, free_minutes: 0 }
  const before = await makeRule(server.db, {
    ...price,
    start_hour: (hour + 1) % 24,
    end_hour: hour,
    electricity_fee: 1000,
  })
  const after = await makeRule(server.db, {
    ...price,
    start_hour: hour,
    end_hour: (hour + 1) % 24,
    electricity_fee: 3000,
  })
  const strategy = await makeStrategy(server.db, { rule_ids: [before.id, after.id] })
  const site = await makeSite(server.db, { strategy_id: strategy.id, time_zone: 'UTC' })
  const lines = linesOf(file)
  const piles = new Map<string, ScriptedPile>()
  for (const cp of new Set(lines.map((line) => line.cp))) {
    const station = `${prefix}-${cp}`
    await makePile(server.db, { station_number: station, site_id: site.id, connectors: 0 })
    piles.set(cp, await connectPile({ url: `${server.url.replace('http', 'ws')}/ocpp`, station }))
  }
  await play(lines, piles)
  await Promise.all([...piles.values()].map((pile) => pile.close()))
  await decide(site.id)
  const orders = await server.db
    .selectFrom('orders')
    .innerJoin('pile', 'pile.id', 'orders.pile_id')
    .selectAll('orders')
    .select('pile.station_number')
    .where('pile.site_id', '=', site.id)
    .orderBy('orders.id')
    .execute()
  return { lines, orders, site_id: site.id }
}

/** The simulator charges with one card at several piles at once: what of it was not authorized, a person lets be paid. */
async function decide(site_id: number) {
  const held = await server.db
    .selectFrom('orders')
    .select('id')
    .where('site_id', '=', site_id)
    .where('refused_as', '=', 'card_in_use')
    .where('status', '=', 'completed')
    .execute()
  for (const { id } of held)
    expect((await server.call(decideOrder, { id, decision: 'charge', remark: 'the same driver' })).code).toBe(200)
}

async function play(lines: Line[], piles: Map<string, ScriptedPile>) {
  const given = new Map<unknown, number>()
  const theirs = new Map(
    lines
      .filter(({ dir, frame }) => dir === 'tx' && frame[0] === 3)
      .map(({ cp, frame }) => [`${cp} ${frame[1]}`, frame[2] as Payload]),
  )
  for (const { cp, dir, frame } of lines) {
    if (dir !== 'rx' || frame[0] !== 2) continue
    const [, id, action, payload] = frame
    const answer = await piles.get(cp)?.call<Payload>(String(action), translated(payload, given) as Payload)
    if (action === 'StartTransaction')
      given.set(theirs.get(`${cp} ${id}`)?.transactionId, answer?.transactionId as number)
  }
}

describe.skipIf(!isHere)(`transcripts of a simulator by others${isHere ? '' : ' (not in this clone)'}`, () => {
  beforeAll(async () => {
    for (const number of ['TAG001', 'TAG002']) {
      const { id } = await makeCustomer(server.db, { balance_cents: 100_000 })
      await makeCard(server.db, { number, customer_id: id })
    }
  })

  test('three scripted sessions at once with one card come out to the Wh and the cent', async () => {
    const { orders, site_id } = await replay('sap-sim-16-scripted.jsonl', 'S')
    // By hand from the readings on both sides of the hour: 25.75 Wh 258 ms before it, 36.19 Wh 4747 ms after, and so on.
    expect(
      orders.map(({ station_number, status, abnormal, energy_wh, lines, total_cents }) => ({
        station_number,
        status,
        abnormal,
        energy_wh,
        wh: lines.map(({ wh }) => wh),
        total_cents,
      })),
    ).toEqual([
      {
        station_number: 'S-CS-KEBA-00001',
        status: 'paid',
        abnormal: null,
        energy_wh: 37,
        wh: [26, 11],
        total_cents: 26 + 33,
      },
      {
        station_number: 'S-CS-KEBA-00002',
        status: 'paid',
        abnormal: null,
        energy_wh: 31,
        wh: [15, 16],
        total_cents: 15 + 48,
      },
      {
        station_number: 'S-CS-BASIC-00001',
        status: 'paid',
        abnormal: null,
        energy_wh: 244,
        wh: [120, 124],
        total_cents: 120 + 372,
      },
    ])
    expect(orders.every(({ stop_reason, close_method }) => stop_reason === 'Remote' && close_method === 'device')).toBe(
      true,
    )
    const kept = await server.db
      .selectFrom('reading')
      .innerJoin('orders', 'orders.id', 'reading.order_id')
      .select('reading.energy_wh')
      .where('orders.site_id', '=', site_id)
      .execute()
    expect(kept).toHaveLength(12)
  })

  test('a run of twenty automatic sessions is twenty orders, each ended once', async () => {
    const { lines, orders, site_id } = await replay('sap-sim-atg-16-and-201.jsonl', 'A')
    const calls = (name: string) =>
      lines.filter(({ dir, frame }) => dir === 'rx' && frame[0] === 2 && frame[2] === name)
    expect(orders).toHaveLength(calls('StartTransaction').length)
    // One pile sends its last stop twice, and two piles are cut off in the middle of their last sessions.
    expect(calls('StopTransaction')).toHaveLength(19)
    expect(orders.filter(({ status }) => status === 'generated').map(({ station_number }) => station_number)).toEqual([
      'A-CS-ABB-00001',
      'A-CS-KEBA-00002',
    ])
    expect(orders.filter(({ status }) => status === 'paid')).toHaveLength(18)
    expect(orders.every(({ energy_wh, total_cents }) => energy_wh === 0 && total_cents === 0)).toBe(true)
    expect(orders.every(({ status, abnormal }) => status === 'generated' || abnormal === null)).toBe(true)
    const aside = await server.db
      .selectFrom('set_aside')
      .innerJoin('pile', 'pile.id', 'set_aside.pile_id')
      .select('action')
      .where('pile.site_id', '=', site_id)
      .execute()
    expect(aside).toEqual([])
  })
})
