import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { ScriptedPile } from '../../src/fleet/scripted.ts'
import type { Intent } from '../../src/shared/domain/intent.ts'
import { makePile } from '../make.ts'
import { boot, NumberedRig } from './numbered-rig.ts'

/** What a pile of 2.0.1 watches: set, told in parts, taken out, and named by the alarms that come of it. */

const rig = new NumberedRig()
const now = () => new Date().toISOString()

async function booted() {
  const row = await makePile(rig.db)
  const pile = await rig.connect(row.station_number)
  await boot(pile)
  return { pile, id: row.id }
}
const ask = (pile_id: number, intent: Intent) =>
  rig.piles.commands.ask({ pile_id, connector_number: null, intent, asked_by: 'Ann' })
const kept = async (pile_id: number) => {
  const rows = await rig.db
    .selectFrom('pile_monitor')
    .selectAll()
    .where('pile_id', '=', pile_id)
    .orderBy('number')
    .execute()
  return rows.map(({ number, watch, value, level }) => ({ number, watch, value, level }))
}

interface Told {
  id: number
  type?: string
  value?: number
  severity?: number
}
const part = (pile: ScriptedPile, requestId: number, seqNo: number, told: Told[], tbc = false) =>
  pile.call('NotifyMonitoringReport', {
    ...{ requestId, seqNo, tbc, generatedAt: now() },
    monitor: [
      {
        component: { name: 'EVSE', evse: { id: 1 } },
        variable: { name: 'Temperature' },
        variableMonitoring: told.map((one) => ({
          ...{ transaction: false, type: 'UpperThreshold', value: 80, severity: 4, ...one },
        })),
      },
    ],
  })

const monitor: Intent = {
  ...{ ask: 'set_monitor', component: 'EVSE', component_instance: null, evse: 1, connector: null },
  ...{ variable: 'Temperature', variable_instance: null, watch: 'upper', limit: 80, level: 2, in_session: false },
}
const answer = (status: string, id?: number) => ({
  setMonitoringResult: [
    {
      ...{
        status,
        type: 'UpperThreshold',
        severity: 2,
        component: { name: 'EVSE' },
        variable: { name: 'Temperature' },
      },
      ...(id !== undefined && { id }),
    },
  ],
})

test('one that is set is known by the number that the pile gave it, and taken out by it', async () => {
  const { pile, id } = await booted()
  pile.onCall('SetVariableMonitoring', answer('Accepted', 7))
  const { id: command } = await ask(id, monitor)
  expect(await rig.command(command)).toMatchObject({ status: 'done', action: 'set_monitor' })
  expect(await kept(id)).toEqual([{ number: 7, watch: 'upper', value: 80, level: 2 }])
  pile.onCall('ClearVariableMonitoring', { clearMonitoringResult: [{ id: 7, status: 'Accepted' }] })
  await ask(id, { ask: 'clear_monitor', monitor_number: 7 })
  expect(await pile.nextCall('ClearVariableMonitoring')).toEqual({ id: [7] })
  expect(await kept(id)).toEqual([])
})

test.each(['Rejected', 'Duplicate', 'UnknownVariable', 'UnsupportedMonitorType'])('%s sets none', async (word) => {
  const { pile, id } = await booted()
  pile.onCall('SetVariableMonitoring', answer(word))
  const { id: command } = await ask(id, monitor)
  expect((await rig.command(command)).status).toBe('refused')
  expect(await kept(id)).toEqual([])
})

test('one that the pile does not have is gone here too; one that it keeps stays', async () => {
  const { pile, id } = await booted()
  await part(pile, 1, 0, [{ id: 7 }, { id: 8 }])
  pile.onCall('ClearVariableMonitoring', { clearMonitoringResult: [{ id: 7, status: 'NotFound' }] })
  await ask(id, { ask: 'clear_monitor', monitor_number: 7 })
  pile.onCall('ClearVariableMonitoring', { clearMonitoringResult: [{ id: 8, status: 'Rejected' }] })
  await ask(id, { ask: 'clear_monitor', monitor_number: 8 })
  expect((await kept(id)).map(({ number }) => number)).toEqual([8])
})

test('a report in parts takes the place of what was known once none is missing', async () => {
  const { pile, id } = await booted()
  await part(pile, 0, 0, [{ id: 1 }, { id: 2 }])
  pile.onCall('GetMonitoringReport', { status: 'Accepted' })
  const { id: command } = await ask(id, { ask: 'read_monitors' })
  expect(await pile.nextCall('GetMonitoringReport')).toEqual({ requestId: command })
  await part(pile, command, 2, [{ id: 4, type: 'Periodic', value: 900, severity: 8 }])
  await part(pile, command, 0, [{ id: 2, value: 85 }], true)
  expect((await kept(id)).map(({ number }) => number)).toEqual([1, 2, 4])
  await part(pile, command, 0, [{ id: 2, value: 85 }], true)
  expect((await kept(id)).map(({ number }) => number)).toEqual([1, 2, 4])
  await part(pile, command, 1, [{ id: 3, type: 'PeriodicClockAligned', value: 60 }], true)
  expect(await kept(id)).toEqual([
    { number: 2, watch: 'upper', value: 85, level: 4 },
    { number: 3, watch: 'clock_aligned', value: 60, level: 4 },
    { number: 4, watch: 'periodic', value: 900, level: 8 },
  ])
})

test('a part that could not be kept is missing until it comes again', async () => {
  const { pile, id } = await booted()
  await part(pile, 0, 0, [{ id: 1 }, { id: 2 }])
  pile.onCall('GetMonitoringReport', { status: 'Accepted' })
  const { id: command } = await ask(id, { ask: 'read_monitors' })
  await sql`alter table pile_monitor rename to pile_monitor_away`.execute(rig.db)
  try {
    await expect(part(pile, command, 0, [{ id: 1 }], true)).rejects.toMatchObject({ code: 'InternalError' })
  } finally {
    await sql`alter table pile_monitor_away rename to pile_monitor`.execute(rig.db)
  }
  await part(pile, command, 1, [{ id: 3 }])
  expect((await kept(id)).map(({ number }) => number)).toEqual([1, 2, 3])
  await part(pile, command, 0, [{ id: 1 }], true)
  expect((await kept(id)).map(({ number }) => number)).toEqual([1, 3])
})

test('of a pile that watches as much as any may, what is known goes on to change', async () => {
  const { pile, id } = await booted()
  await sql`insert into pile_monitor (pile_id, number, component, variable, watch, value, level, in_session)
    select ${id}, number, 'EVSE', 'Temperature', 'upper', 80, 4, false from generate_series(1, 5000) number`.execute(
    rig.db,
  )
  pile.onCall('GetMonitoringReport', { status: 'Accepted' })
  const { id: command } = await ask(id, { ask: 'read_monitors' })
  await part(pile, command, 0, [{ id: 7, value: 85 }, { id: 5001 }])
  expect(await kept(id)).toEqual([{ number: 7, watch: 'upper', value: 85, level: 4 }])
})

test('a report that nobody asked for takes nothing away; one that is empty takes all', async () => {
  const { pile, id } = await booted()
  await part(pile, 0, 0, [{ id: 1 }])
  await part(pile, 99_999, 0, [{ id: 2 }])
  expect((await kept(id)).map(({ number }) => number)).toEqual([1, 2])
  pile.onCall('GetMonitoringReport', { status: 'EmptyResultSet' })
  await ask(id, { ask: 'read_monitors' })
  expect(await kept(id)).toEqual([])
})

test('after a reset the pile is asked what it watches now', async () => {
  const { pile, id } = await booted()
  pile.onCall('SetMonitoringBase', { status: 'Accepted' })
  pile.onCall('GetMonitoringReport', { status: 'EmptyResultSet' })
  await part(pile, 0, 0, [{ id: 1 }])
  await ask(id, { ask: 'reset_monitors', base: 'hard_wired' })
  expect(await pile.nextCall('SetMonitoringBase')).toEqual({ monitoringBase: 'HardWiredOnly' })
  await pile.nextCall('GetMonitoringReport')
  await expect.poll(() => kept(id)).toEqual([])
})

test('the level is set, and a refusal is one', async () => {
  const { pile, id } = await booted()
  pile.onCall('SetMonitoringLevel', { status: 'Rejected' })
  const { id: command } = await ask(id, { ask: 'set_event_level', level: 3 })
  expect(await pile.nextCall('SetMonitoringLevel')).toEqual({ severity: 3 })
  expect((await rig.command(command)).status).toBe('refused')
})

test('an alarm is as severe as its monitor says, and knows it', async () => {
  const { pile, id } = await booted()
  await part(pile, 0, 0, [
    { id: 5, severity: 1 },
    { id: 6, severity: 9 },
  ])
  const event = (eventId: number, variableMonitoringId: number, name: string) => ({
    ...{ eventId, timestamp: now(), trigger: 'Alerting', actualValue: '91', eventNotificationType: 'CustomMonitor' },
    ...{ component: { name, evse: { id: 1 } }, variable: { name: 'Temperature' }, variableMonitoringId },
  })
  await pile.call('NotifyEvent', {
    ...{ generatedAt: now(), seqNo: 0 },
    eventData: [event(1, 5, 'EVSE'), event(2, 6, 'Heater')],
  })
  const alarms = rig.db.selectFrom('alarm').select(['code', 'severity', 'monitor_number']).where('pile_id', '=', id)
  expect(await alarms.execute()).toEqual([{ code: 'EVSE/Temperature', severity: 'critical', monitor_number: 5 }])
})

/** What a monitor found out of its bounds. */
const exceeds = (pile: ScriptedPile, monitor_id: number, more: object = {}) =>
  pile.call('NotifyEvent', {
    ...{ generatedAt: now(), seqNo: 0 },
    eventData: [
      {
        ...{ eventId: monitor_id, timestamp: now(), trigger: 'Alerting', actualValue: '91' },
        ...{ eventNotificationType: 'CustomMonitor', variableMonitoringId: monitor_id },
        ...{ component: { name: 'EVSE', evse: { id: 1 } }, variable: { name: 'Temperature' }, ...more },
      },
    ],
  })
const alarmStates = async (pile_id: number) => {
  const rows = await rig.db.selectFrom('alarm').select('status').where('pile_id', '=', pile_id).orderBy('id').execute()
  return rows.map(({ status }) => status)
}
const cleared = (id: number, status = 'Accepted') => ({ clearMonitoringResult: [{ id, status }] })

test('what a monitor found is over when the pile has it no more', async () => {
  const { pile, id } = await booted()
  pile.onCall('SetVariableMonitoring', answer('Accepted', 7))
  await ask(id, monitor)
  await exceeds(pile, 7)
  expect(await alarmStates(id)).toEqual(['open'])
  pile.onCall('ClearVariableMonitoring', cleared(7, 'Rejected'))
  await ask(id, { ask: 'clear_monitor', monitor_number: 7 })
  expect(await alarmStates(id)).toEqual(['open'])
  pile.onCall('ClearVariableMonitoring', cleared(7))
  await ask(id, { ask: 'clear_monitor', monitor_number: 7 })
  expect(await alarmStates(id)).toEqual(['recovered'])
})

test('one that took its place ends what it finds by itself', async () => {
  const { pile, id } = await booted()
  await exceeds(pile, 7)
  pile.onCall('ClearVariableMonitoring', cleared(7))
  await exceeds(pile, 8)
  await ask(id, { ask: 'clear_monitor', monitor_number: 7 })
  expect(await alarmStates(id)).toEqual(['open'])
  await exceeds(pile, 8, { eventId: 9, cleared: true })
  expect(await alarmStates(id)).toEqual(['recovered'])
})

test('what a monitor found is over when a report does not name it any more', async () => {
  const { pile, id } = await booted()
  pile.onCall('GetMonitoringReport', { status: 'Accepted' })
  const { id: first } = await ask(id, { ask: 'read_monitors' })
  await part(pile, first, 0, [{ id: 7 }, { id: 8 }])
  await exceeds(pile, 7)
  const { id: second } = await ask(id, { ask: 'read_monitors' })
  await part(pile, second, 0, [{ id: 8 }])
  expect(await alarmStates(id)).toEqual(['recovered'])
  await exceeds(pile, 8)
  pile.onCall('GetMonitoringReport', { status: 'EmptyResultSet' })
  await ask(id, { ask: 'read_monitors' })
  expect((await alarmStates(id)).at(-1)).toBe('recovered')
})
