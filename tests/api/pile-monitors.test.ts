import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectPile, type ScriptedPile } from '../../src/fleet/scripted.ts'
import { alarmView } from '../../src/shared/endpoints/alarms.ts'
import { pileMonitors } from '../../src/shared/endpoints/monitors.ts'
import { orderDetail, settleOrder } from '../../src/shared/endpoints/orders.ts'
import { pileCommands } from '../../src/shared/endpoints/pile-commands.ts'
import { pileView } from '../../src/shared/endpoints/piles.ts'
import { makeAlarm, makeOrder, makePile } from '../make.ts'
import { droppedPiles } from '../setup/dropped-piles.ts'
import { startServer, type TestServer } from '../setup/server.ts'

/** What people see and do about what a pile watches, and about reports of it that are missing. */

let server: TestServer
const open = droppedPiles<ScriptedPile>()
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

async function connected() {
  const { id, station_number: station } = await makePile(server.db)
  const url = `${server.url.replace('http', 'ws')}/ocpp`
  const pile = await connectPile({ url, station, protocols: ['ocpp2.0.1'] })
  open.push(pile)
  await pile.call('BootNotification', { reason: 'PowerUp', chargingStation: { vendorName: 'Volta', model: 'V2' } })
  return { pile, id }
}
const as = async (...permissions: string[]) => ({ as: await server.signIn({ permissions }) })
const monitor = { component: 'EVSE', variable: 'Temperature', watch: 'upper', limit: 80, level: 2, in_session: false }

async function watched(pile_id: number) {
  const row = { component: 'EVSE', variable: 'Temperature', watch: 'upper', value: 80, level: 2, in_session: false }
  await server.db
    .insertInto('pile_monitor')
    .values({
      ...{ pile_id, number: 7, ...row, watch: 'upper' },
      ...{ component_instance: null, evse: 1, connector: null, variable_instance: null },
    })
    .execute()
}

test('a monitor is set by its form, refused at its field, and seen', async () => {
  const { pile, id } = await connected()
  pile.onCall('SetVariableMonitoring', {
    setMonitoringResult: [
      {
        ...{ id: 7, status: 'Accepted', type: 'UpperThreshold', severity: 2 },
        ...{ component: { name: 'EVSE' }, variable: { name: 'Temperature' } },
      },
    ],
  })
  const wrong = await server.call(pileCommands.set_monitor, { id, ...monitor, level: 12 } as never)
  expect([wrong.code, Object.keys((wrong.data as unknown as { errors: object }).errors)]).toEqual([422, ['level']])
  const { data } = await server.call(pileCommands.set_monitor, { id, ...monitor } as never)
  expect(data.command).toMatchObject({ status: 'done', action: 'set_monitor' })
  expect((await server.call(pileMonitors, { id })).data.monitors).toMatchObject([
    { number: 7, component: 'EVSE', variable: 'Temperature', watch: 'upper', value: 80, level: 2 },
  ])
  expect((await server.call(pileView, { id })).data.commands).toEqual(
    expect.arrayContaining(['read_monitors', 'set_monitor', 'clear_monitor', 'set_event_level', 'reset_monitors']),
  )
})

test('seeing and changing need a permission each', async () => {
  const { id } = await makePile(server.db)
  const sees = await as('pile.read_monitors')
  expect((await server.call(pileMonitors, { id }, sees)).code).toBe(200)
  expect((await server.call(pileCommands.clear_monitor, { id, monitor_number: 7 }, sees)).code).toBe(403)
  expect((await server.call(pileMonitors, { id }, await as('pile.list'))).code).toBe(403)
})

test('an alarm leads to its monitor for those who may see it', async () => {
  const { id: pile_id } = await makePile(server.db)
  await watched(pile_id)
  const { id } = await makeAlarm(server.db, { pile_id, monitor_number: 7 })
  const seen = await server.call(alarmView, { id }, await as('alarm.list', 'pile.read_monitors'))
  expect(seen.data.monitor).toMatchObject({ number: 7, level: 2 })
  const unseen = await server.call(alarmView, { id }, await as('alarm.list'))
  expect([unseen.code, unseen.data.monitor]).toEqual([200, null])
  const other = await makeAlarm(server.db, { pile_id, monitor_number: 8, connector_number: 2 })
  expect((await server.call(alarmView, { id: other.id })).data.monitor).toBeNull()
})

test('a person asks a pile for missing reports, and the order says what it said', async () => {
  const { pile, id } = await connected()
  const waiting = { pile_id: id, status: 'completed', missing_events: 1, station_transaction_id: 'tx-1' } as const
  const order = await makeOrder(server.db, waiting)
  pile.onCall('GetTransactionStatus', { ongoingIndicator: false, messagesInQueue: true })
  const asked = { id, order_id: order.id }
  const { data } = await server.call(pileCommands.transaction_status, asked, await as('pile.transaction_status'))
  expect(data.command).toMatchObject({ status: 'done', action: 'transaction_status' })
  expect(await pile.nextCall('GetTransactionStatus')).toEqual({ transactionId: 'tx-1' })
  const { events } = (await server.call(orderDetail, { id: order.id })).data
  expect(events.at(-1)).toMatchObject({ event: 'reports_to_come', figures: { missing: 1 } })
  expect((await server.call(pileCommands.transaction_status, asked, await as('order.list'))).code).toBe(403)
})

test('an order that waits for nothing, or is another pile’s, has nothing to ask for', async () => {
  const { pile, id } = await connected()
  const paid = await makeOrder(server.db, { pile_id: id, status: 'paid', missing_events: 1 })
  const whole = await makeOrder(server.db, { pile_id: id, status: 'completed', missing_events: 0 })
  const others = await makeOrder(server.db, { status: 'completed', missing_events: 1 })
  for (const { id: order_id } of [paid, whole, others])
    expect((await server.call(pileCommands.transaction_status, { id, order_id })).code).toBe(409)
  expect(pile.received).toEqual([])
})

test('an order of which too little is known is dismissed with a reason, and costs nothing', async () => {
  const { id: pile_id } = await makePile(server.db)
  const owing = { total_cents: 0, paid_cents: 0, electricity_cents: 0, service_cents: 0 }
  const held = { pile_id, status: 'completed', abnormal: 'events_missing', missing_events: 2, ...owing } as const
  const order = await makeOrder(server.db, { ...held, ended_at: new Date().toISOString() })
  const dismissed = { id: order.id, energy_wh: 0, remark: 'nobody was there' }
  expect((await server.call(settleOrder, { ...dismissed, remark: '' })).code).toBe(422)
  expect((await server.call(settleOrder, dismissed)).code).toBe(200)
  const row = server.db.selectFrom('orders').select(['status', 'total_cents', 'remark']).where('id', '=', order.id)
  expect(await row.executeTakeFirst()).toEqual({ status: 'paid', total_cents: 0, remark: 'nobody was there' })
})
