import { expect, onTestFinished, test } from 'vitest'
import { keepFramePartitions } from '../../src/server/ocpp/frame-partitions.ts'
import { Journal } from '../../src/server/ocpp/journal.ts'
import type { LoggedFrame } from '../../src/server/ocpp/journal-statement.ts'
import type { ReadingRow } from '../../src/server/ocpp/ports.ts'
import { GatewayRig, until } from './gateway-rig.ts'

const rig = new GatewayRig()
const at = '2026-11-20T10:00:00Z'

const metered = (value: string) => ({
  connectorId: 1,
  transactionId: 1,
  meterValue: [{ timestamp: at, sampledValue: [{ value }] }],
})

/** Until it is restored, statements of this name fail as a lost connection does. */
function failing(name: string) {
  const { pool } = rig.database
  const query = pool.query
  pool.query = ((statement: { name?: string }, ...rest: unknown[]) => {
    if (statement?.name?.startsWith(name))
      return Promise.reject(new Error('could not extend file: No space left on device'))
    return Reflect.apply(query, pool, [statement, ...rest])
  }) as typeof pool.query
  const restore = () => {
    pool.query = query
  }
  onTestFinished(restore)
  return restore
}

test('every frame is logged in both directions, with its socket, id, command, time and whole content', async () => {
  const { pile, station, id } = await rig.pile()
  pile.onCall('Reset', { status: 'Accepted' })
  await pile.call('Heartbeat')
  await rig.gateway.call(id, 'Reset', { type: 'Soft' })
  pile.sendRaw('[2,"bad","Nothing",{}]')
  await until(async () => (await rig.frames(station)).length === 4)
  // Two commits may be under way at once: those of one moment stand in any order.
  const frames = await rig.frames(station)
  const find = (name: string, way: 'in' | 'out') =>
    frames.find(({ command, outgoing }) => command === name && outgoing === (way === 'out'))
  const [beat, reset] = [find('Heartbeat', 'in'), find('Reset', 'out')]
  const [answer, bad] = [find('Reset', 'in'), find('Nothing', 'in')]
  expect(beat).toMatchObject({ outgoing: false, command: 'Heartbeat' })
  expect(beat?.content).toMatch(/^\[2,"[^"]+","Heartbeat",{}\]$/)
  expect(beat?.answer).toMatch(/^\[3,"[^"]+",{"currentTime":"/)
  expect(beat?.answered_at).not.toBeNull()
  expect(reset).toMatchObject({ outgoing: true, command: 'Reset', answer: null })
  expect(reset?.content).toBe(`[2,"${reset?.unique_id}","Reset",{"type":"Soft"}]`)
  expect(answer).toMatchObject({ outgoing: false, command: 'Reset', unique_id: reset?.unique_id })
  expect(bad).toMatchObject({ unique_id: 'bad', command: 'Nothing' })
  expect(bad?.answer).toMatch(/^\[4,"bad","NotImplemented"/)
  expect(new Set(frames.map((frame) => frame.connection)).size).toBe(1)
})

test('a new socket has a new number', async () => {
  const { pile, station } = await rig.pile()
  await pile.call('Heartbeat')
  const second = await rig.connect({ station })
  await second.call('Heartbeat')
  await until(async () => (await rig.frames(station)).length === 2)
  const [one, two] = await rig.frames(station)
  expect(two?.connection).toBeGreaterThan(one?.connection as number)
})

test('the password of a pile is in no frame of the log', async () => {
  const { pile, station, id } = await rig.pile()
  const secret = 'S3CRET-S3CRET-S3CRET'
  pile.onCall('ChangeConfiguration', { status: 'Accepted' })
  pile.onCall('GetConfiguration', { configurationKey: [{ key: 'authorizationKey', readonly: false, value: secret }] })
  await rig.gateway.call(id, 'ChangeConfiguration', { key: 'AuthorizationKey', value: secret })
  await rig.gateway.call(id, 'GetConfiguration', {})
  pile.sendRaw(`[2,"AuthorizationKey ${secret}`)
  await until(async () => (await rig.frames(station)).length === 5)
  const frames = await rig.frames(station)
  expect(JSON.stringify(frames)).not.toContain(secret)
  // Those of one millisecond stand in any order.
  expect(frames.map(({ content }) => content).join()).toContain('{"key":"AuthorizationKey","value":"***"}')
  expect(pile.received[0]?.payload).toEqual({ key: 'AuthorizationKey', value: secret })
})

test('a report that the database does not take is answered InternalError and nothing of it is kept', async () => {
  const { pile, id, station } = await rig.pile()
  const restore = failing('journal-reports')
  await expect(pile.call('MeterValues', metered('5'))).rejects.toMatchObject({ code: 'InternalError' })
  restore()
  expect(rig.neighbours.stored).toEqual([])
  expect(await pile.call('MeterValues', metered('5'))).toEqual({})
  const rows = await rig.db.selectFrom('reading').selectAll().where('pile_id', '=', id).execute()
  expect(rows).toHaveLength(1)
  await until(async () => (await rig.frames(station)).length === 2)
  expect((await rig.frames(station))[0]?.answer).toContain('InternalError')
})

test('a boot and a status that the database does not take are answered InternalError, then written all the same', async () => {
  const { pile, station, id } = await rig.pile()
  await until(async () => (await rig.stored(station)).connected_at !== null)
  const restore = failing('pile-patches')
  await expect(pile.call('BootNotification', { chargePointVendor: 'V', chargePointModel: 'M' })).rejects.toMatchObject({
    code: 'InternalError',
  })
  await expect(
    pile.call('StatusNotification', { connectorId: 1, errorCode: 'NoError', status: 'Preparing' }),
  ).rejects.toThrow()
  restore()
  await until(async () => (await rig.stored(station)).vendor === 'V')
  expect((await rig.connector(id)).status).toBe('Preparing')
})

test('what one pile reports and no database can keep does not touch what others report', async () => {
  const good = await rig.pile()
  const bad = await rig.pile()
  const journal = new Journal(rig.database.pool, { warn() {} }, (text) => text)
  const frame = (station_number: string): LoggedFrame => ({
    at: Date.now(),
    connection: 1,
    station_number,
    outgoing: false,
    unique_id: 'x',
    command: 'MeterValues',
    content: '[]',
    answer: null,
    answered_at: null,
  })
  const row = (pile_id: number, soc: number | null): ReadingRow => ({
    order_id: 1,
    pile_id,
    connector_number: 1,
    at: Date.parse(at),
    received_at: Date.now(),
    resolution_wh: 1,
    energy_wh: 1,
    power_w: null,
    current_ma: null,
    voltage_mv: null,
    soc,
    temperature_c: null,
  })
  const outcomes: string[] = []
  const report = (name: string, frameOf: LoggedFrame, rows: ReadingRow[]) =>
    journal.report(frameOf, rows, (error) => outcomes.push(`${name} ${error ? 'refused' : 'kept'}`))
  report('first', frame(good.station), [row(good.id, 1)])
  report('poison', frame(`${bad.station}\u0000`), [row(bad.id, 2)])
  report('last', frame(good.station), [row(good.id + 100_000, 3)])
  await journal.flush()
  expect(outcomes.sort()).toEqual(['first kept', 'last kept', 'poison refused'])
  const rows = await rig.db.selectFrom('reading').select('pile_id').where('pile_id', 'in', [good.id, bad.id]).execute()
  expect(rows).toEqual([{ pile_id: good.id }])
})

test('reports of many piles share a commit', async () => {
  let commits = 0
  const { pool } = rig.database
  const query = pool.query
  pool.query = ((statement: { name?: string }, ...rest: unknown[]) => {
    if (statement?.name === 'journal-reports') commits++
    return Reflect.apply(query, pool, [statement, ...rest])
  }) as typeof pool.query
  const piles = await Promise.all(Array.from({ length: 30 }, () => rig.pile()))
  await Promise.all(piles.map(({ pile }) => pile.call('MeterValues', metered('1'))))
  pool.query = query
  expect(commits).toBeGreaterThan(0)
  expect(commits).toBeLessThan(15)
})

test('piles that talk faster than frames can be logged are read more slowly, and no frame is lost', async () => {
  const { pool } = rig.database
  const query = pool.query
  let open = () => {}
  const gate = new Promise<void>((resolve) => {
    open = resolve
  })
  pool.query = ((statement: { name?: string }, ...rest: unknown[]) => {
    const run = () => Reflect.apply(query, pool, [statement, ...rest])
    return statement?.name === 'journal-frames' ? gate.then(run) : run()
  }) as typeof pool.query
  const piles = await Promise.all(Array.from({ length: 50 }, () => rig.pile()))
  let answered = 0
  const talking = piles.map(async ({ pile }) => {
    for (let beat = 0; beat < 100; beat++) {
      await pile.call('Heartbeat')
      answered++
    }
  })
  await until(() => answered >= 4_000)
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(answered).toBeLessThan(4_200)
  open()
  await Promise.all(talking)
  pool.query = query
  const stations = piles.map(({ station }) => station)
  const logged = () =>
    rig.db
      .selectFrom('frame')
      .select(({ fn }) => fn.countAll<number>().as('n'))
      .where('station_number', 'in', stations)
      .executeTakeFirstOrThrow()
  await until(async () => (await logged()).n === 5_000)
  expect(rig.neighbours.errors).toEqual([])
})

test('a stop of the server writes every frame first', async () => {
  const { pile, station } = await rig.pile()
  await Promise.all(Array.from({ length: 20 }, () => pile.call('Heartbeat')))
  await rig.stop()
  expect(await rig.frames(station)).toHaveLength(20)
  await rig.start()
})

test('frames lie in a partition a day, those of days that are over go', async () => {
  const { pool } = rig.database
  const partitions = async () => {
    const { rows } = await pool.query(`
      select relname as name from pg_inherits join pg_class c on c.oid = inhrelid where inhparent = 'frame'::regclass order by 1`)
    return rows.map(({ name }) => name)
  }
  const day = (text: string) => Date.parse(`${text}T12:00:00Z`)
  await keepFramePartitions(pool, 30, day('2030-03-01'))
  expect(await partitions()).toEqual(
    expect.arrayContaining(['frame_20300301', 'frame_20300302', 'frame_20300303', 'frame_other']),
  )
  await keepFramePartitions(pool, 30, day('2030-04-01'))
  expect(await partitions()).not.toContain('frame_20300301')
  expect(await partitions()).toContain('frame_20300302')
  await pool.query(`delete from frame where at > '2030-01-01'`)
})

test('a frame of a day that has no partition yet is kept, and moves when its day has one', async () => {
  const { pool } = rig.database
  await pool.query(
    `insert into frame (at, connection, station_number, outgoing, content) values ('2031-05-05T05:05:05Z', 1, 'LEAP', false, '[]')`,
  )
  const partitionOf = async () =>
    (await pool.query(`select tableoid::regclass::text as name from frame where station_number = 'LEAP'`)).rows[0].name
  expect(await partitionOf()).toBe('frame_other')
  await keepFramePartitions(pool, 30, Date.parse('2031-05-05T00:00:00Z'))
  expect(await partitionOf()).toBe('frame_20310505')
  await keepFramePartitions(pool, 30)
})
