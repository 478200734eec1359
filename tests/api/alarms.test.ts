import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { AlarmBook } from '../../src/server/alarms/alarm-book.ts'
import type { ConnectorReport } from '../../src/server/ocpp/ports.ts'
import { handleAlarm } from '../../src/shared/endpoints/alarms.ts'
import { todos } from '../../src/shared/endpoints/todos.ts'
import { makeAlarm, makePile, next } from '../make.ts'
import { startServer, type TestServer } from '../setup/server.ts'

let server: TestServer
let told: number[] = []
const book = () => new AlarmBook(server.db, { changed: (_, id) => told.push(id) })
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

const NOON = Date.parse('2026-11-20T04:00:00Z')

/** A pile, and what its connectors report, to a book of alarms that may be a new process’s each time. */
async function pile() {
  const row = await makePile(server.db)
  const connected = { id: row.id, station_number: row.station_number, site_id: row.site_id }
  const report = async (
    error_code: string,
    { minute = 0, status = 'Faulted' as ConnectorReport['status'], connector = 1, info = null as string | null } = {},
  ) => {
    const alarms = book()
    await alarms.load()
    const at = NOON + minute * 60_000
    await alarms.connector(connected, {
      evse_number: connector,
      connector_number: connector,
      status,
      cable: 'unknown',
      charging: 'none',
      error_code,
      vendor_code: 'E17',
      info,
      at,
      received_at: at,
    })
  }
  const alarms = () => server.db.selectFrom('alarm').selectAll().where('pile_id', '=', row.id).orderBy('id').execute()
  return { row, connected, report, alarms }
}

describe('a command without effect', () => {
  const code = 'CommandWithoutEffect'
  const raised = { code, kind: 'command' as const, connector_number: null, message: 'reset', at: NOON }
  const open = async ({ alarms }: Awaited<ReturnType<typeof pile>>) =>
    (await alarms()).filter(({ cleared_at }) => cleared_at === null).length

  test.each(['the same process', 'the next one', 'one that has not read what lasts'])(
    'is over by %s',
    async (which) => {
      const one = await pile()
      const before = book()
      await before.load()
      await before.raise(one.connected, raised)
      expect(await open(one)).toBe(1)
      const after = which === 'the same process' ? before : book()
      if (which === 'the next one') await after.load()
      await after.clear(one.connected, code, null, NOON)
      expect(await open(one)).toBe(0)
    },
  )

  test('costs nothing where a pile has none: each command that is done would ask', async () => {
    const one = await pile()
    const alarms = book()
    await alarms.load()
    await makeAlarm(server.db, { pile_id: one.row.id, code, kind: 'command', connector_number: null })
    await alarms.clear(one.connected, code, null, NOON)
    expect(await open(one)).toBe(1)
  })
})

describe('a matter of security', () => {
  const tampered = (at: number) => ({
    code: 'TamperDetectionActivated',
    kind: 'security' as const,
    connector_number: null,
    message: 'front door',
    at,
  })

  test.each(['processed', 'confirmed'] as const)(
    'lasts until a person has %s it, and the next one is an alarm of its own',
    async (status) => {
      const { connected, alarms } = await pile()
      for (const minute of [0, 1, 2]) await book().raise(connected, tampered(NOON + minute * 60_000))
      const [first, ...none] = await alarms()
      expect(none).toEqual([])
      expect(first).toMatchObject({ kind: 'security', cleared_at: null, status: 'open' })
      const { data } = await server.call(handleAlarm, { id: first?.id ?? 0, status, remark: 'looked' })
      expect(data.alarm.cleared_at).toBe(data.alarm.handled_at)
      await book().raise(connected, tampered(NOON + 9 * 60_000))
      expect(await alarms()).toMatchObject([{ status }, { status: 'open', cleared_at: null }])
    },
  )

  test('waits among the to-dos of anyone who may handle alarms', async () => {
    const { row, connected } = await pile()
    await book().raise(connected, tampered(NOON))
    const { data } = await server.call(todos, {})
    const alarms = data.groups.find(({ kind }) => kind === 'alarm')
    expect(alarms?.rows.map(({ about }) => about)).toContain(row.station_number)
  })
})

describe('a fault', () => {
  test('opens one alarm, however often it is reported', async () => {
    const { row, report, alarms } = await pile()
    for (const minute of [0, 1, 2]) await report('GroundFailure', { minute, info: 'insulation below 100 Ω/V' })
    expect(await alarms()).toMatchObject([
      {
        code: 'GroundFailure',
        status: 'open',
        kind: 'fault',
        site_id: row.site_id,
        connector_number: 1,
        message: 'insulation below 100 Ω/V',
        vendor_code: 'E17',
        raised_at: '2026-11-20T04:00:00.000Z',
        cleared_at: null,
      },
    ])
  })

  test('that two processes learn of at once opens one alarm', async () => {
    const { report, alarms } = await pile()
    await Promise.all([report('GroundFailure'), report('GroundFailure'), report('GroundFailure')])
    expect(await alarms()).toHaveLength(1)
  })

  test('is over when the connector reports no error, and its alarm closes itself', async () => {
    const { report, alarms } = await pile()
    await report('HighTemperature', { status: 'Charging' })
    await report('NoError', { minute: 5, status: 'Available', connector: 2 })
    expect(await alarms()).toMatchObject([{ cleared_at: null }])
    await report('NoError', { minute: 6, status: 'Available' })
    expect(await alarms()).toMatchObject([{ status: 'recovered', cleared_at: '2026-11-20T04:06:00.000Z' }])
    await report('HighTemperature', { minute: 9 })
    expect(await alarms()).toHaveLength(2)
  })

  test('without an error code is called Faulted', async () => {
    const { report, alarms } = await pile()
    await report('NoError', { status: 'Faulted' })
    expect(await alarms()).toMatchObject([{ code: 'Faulted' }])
  })

  test('of another kind, or of another connector, is another alarm', async () => {
    const { report, alarms } = await pile()
    await report('GroundFailure')
    await report('OverVoltage')
    await report('GroundFailure', { connector: 2 })
    await report('GroundFailure', { connector: 0 })
    expect(await alarms()).toHaveLength(4)
  })

  test('that a person confirmed opens nothing more while it lasts; one called processed does', async () => {
    const { report, alarms } = await pile()
    await report('GroundFailure')
    await report('OverVoltage')
    const [known, mended] = await alarms()
    await server.call(handleAlarm, { id: known?.id as number, status: 'confirmed' })
    await server.call(handleAlarm, { id: mended?.id as number, status: 'processed' })
    await report('GroundFailure', { minute: 5 })
    await report('OverVoltage', { minute: 5 })
    expect((await alarms()).map(({ code, status }) => [code, status])).toEqual([
      ['GroundFailure', 'confirmed'],
      ['OverVoltage', 'processed'],
      ['OverVoltage', 'open'],
    ])
  })

  test('whose words are too long is kept all the same', async () => {
    const { report, alarms } = await pile()
    await report('OtherError', { info: 'x'.repeat(1000) })
    expect((await alarms())[0]?.message).toHaveLength(200)
  })
})

test('an alarm that is no connector’s is raised once and cleared', async () => {
  const { connected, alarms } = await pile()
  const raise = () =>
    book().raise(connected, { code: 'Offline', kind: 'offline', connector_number: null, message: null, at: NOON })
  await raise()
  await raise()
  await book().clear(connected, 'Offline', null, NOON + 60_000)
  expect(await alarms()).toMatchObject([
    { code: 'Offline', kind: 'offline', status: 'recovered', cleared_at: '2026-11-20T04:01:00.000Z' },
  ])
})

test('browsers are told of an alarm once it opens and once it is over', async () => {
  const { report, alarms } = await pile()
  told = []
  await report('GroundFailure')
  await report('GroundFailure')
  await report('NoError', { status: 'Available' })
  await report('NoError', { status: 'Available' })
  const id = (await alarms())[0]?.id
  expect(told).toEqual([id, id])
})

test('the list counts alarms by status over all other filters', async () => {
  const { row } = await pile()
  for (const status of ['open', 'open', 'processed'] as const)
    await makeAlarm(server.db, { pile_id: row.id, status, code: `Code${next()}` })
  const { data } = await server.call('/system/device-fault-record/index', { pile_id: row.id, status: 'open' })
  expect(data).toMatchObject({ total: 2, summary: { open: 2, processed: 1, confirmed: 0, recovered: 0 } })
})
