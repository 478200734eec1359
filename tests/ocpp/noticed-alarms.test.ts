import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ScriptedPile } from '../../src/fleet/scripted.ts'
import { makeMaintenance, makePile } from '../make.ts'
import { boot, connectorIs, NumberedRig } from './numbered-rig.ts'

/** What a pile of 2.0.1 notices about itself opens alarms and closes them. */

const rig = new NumberedRig()
const MINUTE = 60_000

async function booted() {
  const row = await makePile(rig.db, { connectors: 2 })
  const pile = await rig.connect(row.station_number)
  await boot(pile)
  return { pile, id: row.id, site_id: row.site_id }
}

const alarms = (pile_id: number) =>
  rig.db
    .selectFrom('alarm')
    .select(['code', 'status', 'severity', 'connector_number', 'message', 'vendor_code', 'times'])
    .where('pile_id', '=', pile_id)
    .orderBy('id')
    .execute()
const states = async (pile_id: number) => (await alarms(pile_id)).map(({ code, status }) => `${code} ${status}`)

interface Event {
  no: number
  at: number
  what?: string
  value?: string
  cleared?: boolean
  evse?: object
  instance?: string
  trigger?: string
  monitor?: number
  severity?: number
  techCode?: string
}

const START = Date.now() - 60 * MINUTE
const event = ({ no, at, what = 'PowerContactor/Problem', value = 'true', ...rest }: Event) => ({
  eventId: no,
  timestamp: new Date(START + at).toISOString(),
  trigger: rest.trigger ?? 'Alerting',
  actualValue: value,
  ...(rest.cleared && { cleared: true }),
  ...(rest.techCode && { techCode: rest.techCode }),
  ...(rest.monitor !== undefined && { variableMonitoringId: rest.monitor }),
  ...(rest.severity !== undefined && { severity: rest.severity }),
  eventNotificationType: rest.monitor === undefined ? 'HardWiredNotification' : 'CustomMonitor',
  component: {
    name: what.split('/')[0],
    ...('evse' in rest ? rest.evse && { evse: rest.evse } : { evse: { id: 1, connectorId: 1 } }),
    ...(rest.instance && { instance: rest.instance }),
  },
  variable: { name: what.split('/')[1] },
})

const say = (pile: ScriptedPile, ...events: Event[]) => report(pile, events)
const report = (pile: ScriptedPile, events: Event[], part: { seqNo?: number; tbc?: boolean } = {}) =>
  pile.call('NotifyEvent', {
    ...{ generatedAt: new Date().toISOString(), seqNo: 0, ...part },
    eventData: events.map(event),
  })

const ruled = (given: { codes: string[]; severity?: 'minor'; raises?: boolean }) =>
  rig.db
    .insertInto('alarm_rule')
    .values({ name: given.codes.join(), ...given } as never)
    .returning('id')
    .executeTakeFirstOrThrow()

test('a fault opens an alarm by its usual name, and ends it', async () => {
  const { pile, id } = await booted()
  expect(await say(pile, { no: 1, at: 0, techCode: 'ContactorPosition' })).toEqual({})
  expect(await alarms(id)).toEqual([
    {
      ...{ code: 'PowerSwitchFailure', status: 'open', severity: 'critical', connector_number: 1, times: 1 },
      ...{ message: 'PowerContactor/Problem: true', vendor_code: 'ContactorPosition' },
    },
  ])
  await say(pile, { no: 2, at: MINUTE, value: 'false', cleared: true })
  expect(await states(id)).toEqual(['PowerSwitchFailure recovered'])
})

test('what has no usual name is called by its part and what of it is watched', async () => {
  const { pile, id } = await booted()
  await say(
    pile,
    { no: 1, at: 0, what: 'AcDcConverter/Problem', instance: '2', evse: { id: 1 } },
    { no: 2, at: 0, what: 'Heater/Temperature', value: '-12', evse: undefined, monitor: 7 },
  )
  expect(await alarms(id)).toMatchObject([
    { code: 'AcDcConverter/Problem', connector_number: 1, message: 'AcDcConverter[2]/Problem: true' },
    { code: 'Heater/Temperature', connector_number: null, severity: 'major', message: 'Heater/Temperature: -12' },
  ])
})

test('two parts of one gun share an alarm, which is over with the last of them', async () => {
  const { pile, id } = await booted()
  const what = 'AcDcConverter/Problem'
  await say(pile, { no: 1, at: 0, what, instance: '1' }, { no: 2, at: 1, what, instance: '2' })
  await say(pile, { no: 3, at: MINUTE, what, instance: '1', value: 'false', cleared: true })
  expect(await states(id)).toEqual([`${what} open`])
  await say(pile, { no: 4, at: 2 * MINUTE, what, instance: '2', value: 'false' })
  expect(await states(id)).toEqual([`${what} recovered`])
})

test('what is told twice, or after its end, changes nothing; what comes again is the same case', async () => {
  const { pile, id } = await booted()
  await say(pile, { no: 2, at: MINUTE, cleared: true })
  await say(pile, { no: 1, at: 0 })
  expect(await states(id)).toEqual([])
  await say(pile, { no: 3, at: 2 * MINUTE })
  await say(pile, { no: 3, at: 2 * MINUTE })
  await say(pile, { no: 4, at: 3 * MINUTE, cleared: true })
  await say(pile, { no: 3, at: 2 * MINUTE })
  expect(await alarms(id)).toMatchObject([{ status: 'recovered', times: 1 }])
  await say(pile, { no: 5, at: 4 * MINUTE })
  expect(await alarms(id)).toMatchObject([{ status: 'recovered' }, { status: 'open', times: 2 }])
})

test('values that are told for their own sake are no alarms', async () => {
  const { pile, id } = await booted()
  await say(
    pile,
    { no: 1, at: 0, what: 'EVSE/Power', value: '7000', trigger: 'Periodic', monitor: 1 },
    { no: 2, at: 0, what: 'EVSE/Power', value: '9000', trigger: 'Delta', monitor: 2 },
    { no: 3, at: 0, what: 'PowerContactor/Active', value: 'true', trigger: 'Delta', monitor: 3 },
    { no: 4, at: 0, what: 'ChargingStation/Temperature', value: '31', severity: 8, monitor: 4 },
  )
  expect(await states(id)).toEqual([])
})

test('a change that says that something is wrong is one, and that it is well ends it', async () => {
  const { pile, id } = await booted()
  const rcd = { what: 'RCD/Tripped', trigger: 'Delta', monitor: 5 }
  await say(pile, { ...rcd, no: 1, at: 0 })
  expect(await states(id)).toEqual(['GroundFailure open'])
  await say(pile, { ...rcd, no: 2, at: 1, value: 'False' })
  expect(await states(id)).toEqual(['GroundFailure recovered'])
})

test('of two monitors of one value the worse one says how severe it is, but a rule has the last word', async () => {
  const { pile, id } = await booted()
  const hot = { what: 'EVSE/Temperature', value: '80' }
  await say(pile, { ...hot, no: 1, at: 0, monitor: 1, severity: 6 })
  expect(await alarms(id)).toMatchObject([{ severity: 'minor' }])
  await say(pile, { ...hot, no: 2, at: 1, monitor: 2, severity: 2 })
  expect(await alarms(id)).toMatchObject([{ severity: 'critical' }])
  await ruled({ codes: ['Display/Problem'], severity: 'minor' })
  await say(pile, { what: 'Display/Problem', no: 3, at: 0, severity: 0 })
  await say(pile, { what: 'Display/Problem', no: 4, at: 1, severity: 0, monitor: 9 })
  expect((await alarms(id)).at(-1)).toMatchObject({ code: 'Display/Problem', severity: 'minor' })
})

test('a rule can call it no alarm, and planned maintenance is noted', async () => {
  const { pile, id, site_id } = await booted()
  const rule = await ruled({ codes: ['ReaderFailure'], raises: false })
  await say(pile, { no: 1, at: 0, what: 'TokenReader/Problem', evse: undefined })
  expect(await states(id)).toEqual([])
  await rig.db.deleteFrom('alarm_rule').where('id', '=', rule.id).execute()
  if (site_id === null) throw new Error('the pile stands nowhere')
  const [starts_at, ends_at] = [-1, 1].map((hours) => new Date(Date.now() + hours * 60 * MINUTE).toISOString())
  await makeMaintenance(rig.db, { site_id, starts_at: `${starts_at}`, ends_at: `${ends_at}` })
  await say(pile, { no: 2, at: 1, what: 'TokenReader/Problem', evse: undefined })
  const row = await rig.db.selectFrom('alarm').select('during_maintenance').where('pile_id', '=', id).execute()
  expect(row).toEqual([{ during_maintenance: true }])
})

test('a gun that is called faulted has its alarm by the event that says why, in either order', async () => {
  const { pile, id } = await booted()
  await connectorIs(pile, 'Faulted', Date.now(), 1)
  expect(await states(id)).toEqual(['Faulted open'])
  await say(pile, { no: 1, at: 0 })
  expect(await states(id)).toEqual(['Faulted recovered', 'PowerSwitchFailure open'])
  await connectorIs(pile, 'Faulted', Date.now(), 1)
  expect(await states(id)).toEqual(['Faulted recovered', 'PowerSwitchFailure open'])
  // Its gun is well again, it is not over before the pile says so.
  await connectorIs(pile, 'Available', Date.now(), 1)
  expect(await states(id)).toEqual(['Faulted recovered', 'PowerSwitchFailure open'])
  await say(pile, { no: 2, at: 1, cleared: true })
  expect(await states(id)).toEqual(['Faulted recovered', 'PowerSwitchFailure recovered'])
})

test('a gun that is called faulted keeps its alarm where a rule lets the event that says why raise none', async () => {
  const { pile, id } = await booted()
  const rule = await ruled({ codes: ['PowerSwitchFailure'], raises: false })
  await connectorIs(pile, 'Faulted', Date.now(), 1)
  await say(pile, { no: 1, at: 0 })
  expect(await states(id)).toEqual(['Faulted open'])
  await rig.db.deleteFrom('alarm_rule').where('id', '=', rule.id).execute()
})

test('a connector is in the state that an event tells', async () => {
  const { pile, id } = await booted()
  const at = Date.now() - START
  const gun = { what: 'Connector/AvailabilityState', trigger: 'Delta', evse: { id: 2, connectorId: 1 } }
  await say(pile, { ...gun, no: 1, at, value: 'Unavailable' })
  await rig.restart()
  expect(await rig.connector(id, 2)).toBe('Unavailable')
  expect(await states(id)).toEqual([])
})

test('each part of a report counts by itself, and one that is missing is noted', async () => {
  const { pile, id } = await booted()
  await report(pile, [{ no: 1, at: 0 }], { seqNo: 0, tbc: true })
  await report(pile, [{ no: 2, at: 0, what: 'Display/Problem' }], { seqNo: 2 })
  expect(await states(id)).toEqual(['PowerSwitchFailure open', 'Display/Problem open'])
  await rig.restart()
  const flags = rig.db.selectFrom('pile_flag').select(['flag', 'detail']).where('pile_id', '=', id).execute()
  expect(await flags).toContainEqual({ flag: 'report_part_missing', detail: '1' })
})

test('more events than a message may have are refused, and the pile sends parts', async () => {
  const { pile } = await booted()
  const many = Array.from({ length: 501 }, (_, no) => ({ no, at: 0 }))
  await expect(report(pile, many)).rejects.toMatchObject({ code: 'PropertyConstraintViolation' })
})

describe('in whatever order events come, and however often', () => {
  const story = fc.array(fc.record({ part: fc.constantFrom('1', '2'), cleared: fc.boolean() }), {
    minLength: 1,
    maxLength: 6,
  })
  const shuffled = story.chain((events) => {
    const told = events.map(({ part, cleared }, no) => ({ no, at: no * 1000, instance: part, cleared }))
    return fc.tuple(
      fc.constant(told),
      fc.shuffledSubarray([...told, ...told], { minLength: told.length * 2, maxLength: told.length * 2 }),
    )
  })

  test('what lasts at the end is open, and nothing else', async () => {
    const { pile, id } = await booted()
    await fc.assert(
      fc.asyncProperty(shuffled, async ([told, came]) => {
        await rig.db.deleteFrom('alarm').where('pile_id', '=', id).execute()
        await rig.db.deleteFrom('pile_condition').where('pile_id', '=', id).execute()
        for (const each of came) await say(pile, { ...each, what: 'AcDcConverter/Problem' })
        const lasts = ['1', '2'].some((part) => told.findLast(({ instance }) => instance === part)?.cleared === false)
        const open = (await states(id)).filter((state) => state.endsWith('open'))
        expect(open).toHaveLength(lasts ? 1 : 0)
      }),
      { numRuns: 25 },
    )
  })
})
