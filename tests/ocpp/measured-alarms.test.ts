import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { connectPile, type ScriptedPile } from '../../src/fleet/scripted.ts'
import { AlarmBook } from '../../src/server/alarms/alarm-book.ts'
import { watchOrders } from '../../src/server/alarms/order-watch.ts'
import type { ReadingRow } from '../../src/server/ocpp/ports.ts'
import { makeCard, makeCustomer, makeMaintenance, makeOrder, makePile, makePileType } from '../make.ts'
import { droppedPiles } from '../setup/dropped-piles.ts'
import { startServer, type TestServer } from '../setup/server.ts'
import { until } from './gateway-rig.ts'

/** Alarms of what meters say, and of orders that do not end. */

let server: TestServer
const open = droppedPiles<ScriptedPile>()
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

const MINUTE = 60_000
const now = () => new Date().toISOString()

async function pileOf(type: Parameters<typeof makePileType>[1] = {}) {
  const { id: pile_type_id } = await makePileType(server.db, type)
  return await makePile(server.db, { pile_type_id, connectors: 2 })
}
const alarmsOf = (pile_id: number) =>
  server.db
    .selectFrom('alarm')
    .select(['code', 'kind', 'status', 'severity', 'connector_number', 'message', 'order_id', 'during_maintenance'])
    .where('pile_id', '=', pile_id)
    .orderBy('id')
    .execute()

describe('over a socket', () => {
  async function connected(type: Parameters<typeof makePileType>[1] = {}) {
    const row = await pileOf(type)
    const pile = await connectPile({
      url: `${server.url.replace('http', 'ws')}/ocpp`,
      station: row.station_number,
    })
    open.push(pile)
    const says = (measurand: string, ...values: number[]) =>
      values.reduce(
        (before, value) =>
          before.then(async () => {
            const sampled = { value: String(value), measurand, ...(measurand === 'Temperature' && { unit: 'Celsius' }) }
            await pile.call('MeterValues', {
              connectorId: 1,
              meterValue: [{ timestamp: now(), sampledValue: [sampled] }],
            })
          }),
        Promise.resolve(),
      )
    return { row, pile, says, alarms: () => alarmsOf(row.id) }
  }

  test('a plug that is too hot is an alarm from the second reading on, and over when it has cooled', async () => {
    const { says, alarms } = await connected()
    await says('Temperature', 91, 60, 91)
    expect(await alarms()).toEqual([])
    await says('Temperature', 92)
    await until(async () => (await alarms()).length > 0)
    const alarm = { code: 'MeasuredHighTemperature', kind: 'meter', severity: 'critical', connector_number: 1 }
    expect(await alarms()).toMatchObject([{ ...alarm, status: 'open', message: '92 °C > 85 °C', order_id: null }])
    await says('Temperature', 84, 83, 84)
    expect(await alarms()).toMatchObject([{ status: 'open' }])
    await says('Temperature', 79)
    await until(async () => (await alarms())[0]?.status === 'recovered')
  })

  test('a voltage outside of what the pile’s type allows is an alarm until it is inside again', async () => {
    const { says, alarms } = await connected({ current_mode: 'ac', voltage_min_v: 220, voltage_max_v: 240 })
    // The type is asked for by a reading, once more where types were changed meanwhile.
    const untilSaid = (values: number[], holds: () => Promise<boolean>) =>
      until(async () => {
        await says('Voltage', ...values)
        return await holds()
      })
    await untilSaid([265, 266], async () => (await alarms()).length > 0)
    expect(await alarms()).toMatchObject([{ code: 'MeasuredOverVoltage', status: 'open' }])
    expect((await alarms())[0]?.message).toMatch(/^26\d V > 264 V$/)
    await untilSaid([236], async () => (await alarms())[0]?.status === 'recovered')
    await untilSaid([191, 191], async () => (await alarms()).length > 1)
    expect((await alarms())[1]).toMatchObject({
      code: 'MeasuredUnderVoltage',
      message: '191 V < 198 V',
      severity: 'major',
    })
  })

  test('a register that runs backwards is an alarm of its order, over when the order is', async () => {
    const { row, pile, alarms } = await connected()
    const customer = await makeCustomer(server.db, { balance_cents: 10_000 })
    const { number } = await makeCard(server.db, { customer_id: customer.id })
    const start = { connectorId: 1, idTag: number, meterStart: 5_000, timestamp: now() }
    const { transactionId } = await pile.call<{ transactionId: number }>('StartTransaction', start)
    const reads = (value: number) =>
      pile.call('MeterValues', {
        ...{ connectorId: 1, transactionId },
        meterValue: [{ timestamp: now(), sampledValue: [{ value: String(value) }] }],
      })
    await reads(5_100)
    await reads(4_000)
    await until(async () => (await alarms()).length > 0)
    const order = await server.db
      .selectFrom('orders')
      .select('id')
      .where('pile_id', '=', row.id)
      .executeTakeFirstOrThrow()
    const alarm = { code: 'MeterBackwards', kind: 'meter', message: '4 kWh', order_id: order.id }
    expect(await alarms()).toMatchObject([{ ...alarm, status: 'open' }])
    await pile.call('StopTransaction', { transactionId, meterStop: 5_200, timestamp: now() })
    await until(async () => (await alarms())[0]?.status === 'recovered')
  })

  test('a rule of measured values says how severe they are, and planned maintenance marks them', async () => {
    const { row, says, alarms } = await connected()
    const values = { name: 'Heat', kinds: ['meter'], severity: 'minor' } as never
    const rule = await server.db.insertInto('alarm_rule').values(values).returning('id').executeTakeFirstOrThrow()
    const hour = (from: number) => new Date(Date.now() + from * 60 * MINUTE).toISOString()
    await makeMaintenance(server.db, {
      ...{ site_id: row.site_id as number, starts_at: hour(-1), ends_at: hour(1), piles: [row.id] },
    })
    await says('Temperature', 91, 92)
    await until(async () => (await alarms()).length > 0)
    expect(await alarms()).toMatchObject([{ severity: 'minor', during_maintenance: true }])
    await server.db.deleteFrom('alarm_rule').where('id', '=', rule.id).execute()
  })

  test('what an administrator sets counts within seconds', async () => {
    const { says, alarms } = await connected()
    await says('Temperature', 60, 61)
    await sql`update system_setting set over_temperature_c = 55`.execute(server.db)
    await until(async () => {
      await says('Temperature', 60)
      return (await alarms()).length > 0
    })
    expect(await alarms()).toMatchObject([{ message: '60 °C > 55 °C' }])
    await sql`update system_setting set over_temperature_c = 85`.execute(server.db)
  })
})

describe('by a clock that the test holds', () => {
  const NOON = Date.parse('2026-11-20T04:00:00Z')
  let at = NOON
  beforeEach(() => {
    at = NOON
  })

  async function charging() {
    const { id, station_number, site_id } = await pileOf()
    const pile = { id, station_number, site_id }
    const book = new AlarmBook(server.db, { changed: () => {} })
    const report = (status: 'Charging' | 'Finishing') =>
      book.connector(pile, {
        ...{ evse_number: 1, connector_number: 1, status, cable: 'in', charging: 'none' },
        ...{ error_code: 'NoError', vendor_code: null, info: null, at, received_at: at },
      } as never)
    const reads = async (given: Partial<ReadingRow>) => {
      book.measured(pile, [
        {
          ...{ order_id: 7, pile_id: id, connector_number: 1, received_at: at, at, energy_wh: null, resolution_wh: 1 },
          ...{ power_w: null, current_ma: null, voltage_mv: null, soc: null, temperature_c: null },
          ...given,
        },
      ])
      await book.meters.stop()
    }
    const later = (minutes: number) => {
      at += minutes * MINUTE
    }
    await report('Charging')
    return { id, book, report, reads, later, alarms: () => alarmsOf(id) }
  }

  test('energy that stops while the gun says that it charges is an alarm after the minutes that are set', async () => {
    const { reads, later, alarms } = await charging()
    await reads({ power_w: 0 })
    later(30)
    await reads({ power_w: 0 })
    expect(await alarms(), 'none has flowed yet').toEqual([])
    await reads({ power_w: 7_000 })
    later(1)
    await reads({ power_w: 3 })
    later(4)
    await reads({ power_w: 0 })
    expect(await alarms()).toEqual([])
    later(1)
    await reads({ power_w: 0 })
    expect(await alarms()).toMatchObject([{ code: 'EnergyFlowLost', status: 'open', message: '0 W, 5 min' }])
    later(1)
    await reads({ power_w: 6_900 })
    expect(await alarms()).toMatchObject([{ status: 'recovered' }])
  })

  test('a register that stands still says the same, and a gun that says that it pauses ends it', async () => {
    const { book, report, reads, later, alarms } = await charging()
    await reads({ energy_wh: 1_000 })
    await reads({ energy_wh: 1_050 })
    await reads({ energy_wh: 1_050 })
    later(6)
    await reads({ energy_wh: 1_050 })
    expect(await alarms()).toMatchObject([{ code: 'EnergyFlowLost', status: 'open' }])
    await report('Finishing')
    await book.meters.stop()
    expect(await alarms()).toMatchObject([{ status: 'recovered' }])
  })

  test('readings that a pile kept while it was away say nothing of now', async () => {
    const { reads, alarms } = await charging()
    for (const temperature_c of [95, 96, 97]) await reads({ temperature_c, at: at - 60 * MINUTE })
    expect(await alarms()).toEqual([])
  })

  test('of piles that are gone nothing is remembered but what lasts or charges', async () => {
    const { id, book, report, reads } = await charging()
    await reads({ temperature_c: 40 })
    await report('Finishing')
    expect(book.meters.state.size()).toBe(1)
    book.gone(id)
    expect(book.meters.state.size()).toBe(0)
  })

  test('after a start of the server an alarm that lasts is closed when the cause is gone', async () => {
    const { id, reads, alarms } = await charging()
    for (const temperature_c of [95, 96]) await reads({ temperature_c })
    const anew = new AlarmBook(server.db, { changed: () => {} })
    await anew.load()
    const row = {
      order_id: 0,
      pile_id: id,
      connector_number: 1,
      received_at: at,
      at,
      energy_wh: null,
      resolution_wh: 1,
    }
    const values = { power_w: null, current_ma: null, voltage_mv: null, soc: null, temperature_c: 40 }
    anew.measured({ id, station_number: '', site_id: null }, [{ ...row, ...values }])
    await anew.meters.stop()
    expect(await alarms()).toMatchObject([{ status: 'recovered' }])
  })
})

describe('an order', () => {
  const limits = { order_free_minutes: 5, order_silent_minutes: 60 }
  const ago = (minutes: number) => new Date(Date.now() - minutes * MINUTE).toISOString()
  async function running(given: { status: 'Available' | 'Charging'; since: number; heard: number; state?: 'offline' }) {
    const { id } = await makePile(server.db, { state: given.state ?? 'available' } as never)
    await server.db
      .updateTable('connector')
      .set({ status: given.status, status_at: ago(given.since) })
      .where('pile_id', '=', id)
      .execute()
    const order = await makeOrder(server.db, {
      ...{ pile_id: id, status: 'generated', started_at: ago(given.heard), ended_at: null, paid_cents: 0 },
      ...{ total_cents: 0, electricity_cents: 0, meter_stop_wh: null, received_at: ago(given.heard) },
    } as never)
    return { id, order }
  }
  const look = () => watchOrders({ db: server.db, alarms: new AlarmBook(server.db, { changed: () => {} }) }, limits)

  test.each([
    ['its gun is free', { status: 'Available', since: 6, heard: 7 }, 1],
    ['its gun has just become free', { status: 'Available', since: 3, heard: 7 }, 0],
    ['nothing is heard of it', { status: 'Charging', since: 90, heard: 61 }, 1],
    ['it was heard of within the hour', { status: 'Charging', since: 90, heard: 59 }, 0],
    ['its pile is away', { status: 'Charging', since: 90, heard: 61, state: 'offline' }, 0],
  ] as const)('that goes on while %s', async (_, given, count) => {
    const { id, order } = await running(given)
    await Promise.all([look(), look()])
    const alarm = { code: 'OrderStuck', kind: 'order', status: 'open', message: order.number, order_id: order.id }
    expect(await alarmsOf(id)).toMatchObject(count ? [alarm] : [])
  })

  test('that is heard of again is no alarm any more, and one that a person answered stays answered', async () => {
    const { id, order } = await running({ status: 'Charging', since: 90, heard: 61 })
    await look()
    await server.db.updateTable('alarm').set({ status: 'processed' }).where('pile_id', '=', id).execute()
    await look()
    expect(await alarmsOf(id)).toMatchObject([{ status: 'processed' }])
    await server.db.updateTable('alarm').set({ status: 'open' }).where('pile_id', '=', id).execute()
    await server.db.updateTable('orders').set({ received_at: now() }).where('id', '=', order.id).execute()
    await look()
    expect(await alarmsOf(id)).toMatchObject([{ status: 'recovered' }])
  })
})
