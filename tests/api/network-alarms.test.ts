import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { AlarmBook } from '../../src/server/alarms/alarm-book.ts'
import { watchCertificates } from '../../src/server/alarms/certificate-watch.ts'
import { watchStorage } from '../../src/server/alarms/storage-watch.ts'
import { alarmView, handleAlarm } from '../../src/shared/endpoints/alarms.ts'
import { todos } from '../../src/shared/endpoints/todos.ts'
import { makeCertificate, makePile, makeSite } from '../make.ts'
import { temporaryFolder } from '../setup/process.ts'
import { startServer, type TestServer } from '../setup/server.ts'
import { selfSigned } from './pile-tls.ts'

/** Alarms of the network itself: its disk, its certificates; and of a pile's certificate. */

const folder = temporaryFolder()
let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(async () => {
  await server.stop()
  folder.remove()
})
beforeEach(() => server.db.deleteFrom('alarm').execute())

const DAY = 86_400_000
const INDEX = '/system/device-fault-record/index'
const ports = () => ({ db: server.db, alarms: new AlarmBook(server.db, { changed: () => {} }) })
const alarms = () =>
  server.db
    .selectFrom('alarm')
    .select(['id', 'code', 'kind', 'status', 'severity', 'pile_id', 'message'])
    .orderBy('id')
    .execute()

const GB = 1024 ** 3
const disk = (free: number) =>
  watchStorage(ports(), { free: free * GB, size: 100 * GB, margin: GB }, { free_disk_percent: 10 })

test('a disk that is nearly full is one alarm, a full one a worse one, and space that is there again ends both', async () => {
  await disk(11)
  expect(await alarms()).toEqual([])
  await disk(9)
  await disk(8)
  const nearly = { code: 'StorageNearlyFull', kind: 'storage', pile_id: null, message: '9216 MB / 102400 MB' }
  expect(await alarms()).toMatchObject([{ ...nearly, status: 'open', severity: 'major' }])
  await disk(0.5)
  expect(await alarms()).toMatchObject([
    { status: 'recovered' },
    { code: 'StorageFull', status: 'open', severity: 'critical' },
  ])
  await disk(40)
  expect(await alarms()).toMatchObject([{ status: 'recovered' }, { status: 'recovered' }])
})

test('an alarm of the network shows in the list, opens, waits among the to-dos and is answered', async () => {
  await disk(5)
  const [alarm] = await alarms()
  const { data } = await server.call(INDEX, { status: 'open' })
  expect(data).toMatchObject({ total: 1, rows: [{ code: 'StorageNearlyFull', pile: null, site: null }] })
  const view = await server.call(alarmView, { id: alarm?.id as number })
  expect(view.data).toMatchObject({ today: 1, site: null, last_time: null, occurrences: [{ status: 'open' }] })
  const waiting = await server.call(todos, {})
  expect(waiting.data.groups.find(({ kind }) => kind === 'alarm')?.rows).toMatchObject([{ title: 'StorageNearlyFull' }])
  await server.call(handleAlarm, { id: alarm?.id as number, status: 'processed', remark: 'Ordered a disk' })
  await disk(4)
  expect(await alarms()).toMatchObject([{ status: 'processed' }])
})

test('who reaches some sites alone learns nothing of the network’s own alarms', async () => {
  const site = await makeSite(server.db)
  const permissions = ['alarm.list', 'alarm.handle']
  const here = await server.signIn({ permissions, data_scope: 'sites', site_ids: [site.id] })
  const all = await server.signIn({ permissions })
  await disk(5)
  const id = (await alarms())[0]?.id as number
  expect((await server.call(INDEX, {}, { as: here })).data).toMatchObject({ total: 0, rows: [] })
  expect((await server.call(alarmView, { id }, { as: here })).code).toBe(404)
  expect((await server.call(handleAlarm, { id, status: 'processed' }, { as: here })).code).toBe(404)
  expect((await server.call(INDEX, {}, { as: all })).data.total).toBe(1)
})

test('a rule without places holds for the network, one of some sites does not', async () => {
  const site = await makeSite(server.db)
  const add = (values: object) =>
    server.db
      .insertInto('alarm_rule')
      .values({ name: 'Storage', kinds: ['storage'], ...values } as never)
      .returning('id')
      .executeTakeFirstOrThrow()
  const placed = await add({ severity: 'critical', position: 1 })
  await server.db.insertInto('alarm_rule_site').values({ alarm_rule_id: placed.id, site_id: site.id }).execute()
  const anywhere = await add({ severity: 'minor', position: 2 })
  await disk(5)
  expect(await alarms()).toMatchObject([{ severity: 'minor' }])
  await server.db.deleteFrom('alarm_rule').where('id', 'in', [placed.id, anywhere.id]).execute()
})

const look = (own: { served?: string[]; roots?: string } = {}, now = Date.now()) =>
  watchCertificates(ports(), { served: own.served ?? [], roots: own.roots ?? null }, { certificate_days: 14 }, now)

test('certificates of the server and of those who vouch for piles are alarms before they end', async () => {
  const { cert } = selfSigned(folder.path, 'localhost')
  const { X509Certificate } = await import('node:crypto')
  const ends = Date.parse(new X509Certificate(cert).validTo)
  await look({ served: [cert], roots: cert }, ends - 15 * DAY)
  expect(await alarms()).toEqual([])
  await look({ served: [cert], roots: cert }, ends - 13 * DAY)
  const day = new Date(ends).toISOString().slice(0, 10)
  expect(await alarms()).toMatchObject([
    { code: 'TlsCertificateEnds', kind: 'certificate', pile_id: null, status: 'open' },
    { code: 'AuthorityCertificateEnds', kind: 'certificate', pile_id: null, status: 'open' },
  ])
  for (const { message } of await alarms()) expect(message).toContain(day)
  await look({ served: [], roots: cert }, ends - 20 * DAY)
  expect((await alarms()).map(({ status }) => status)).toEqual(['recovered', 'recovered'])
})

test('a pile that connects by a certificate has an alarm until it has a newer one', async () => {
  const day = (from_now: number) => new Date(Date.now() + from_now * DAY).toISOString()
  const by = (connected_profile: number) => makePile(server.db, { connected_profile } as never)
  const [ending, renewed, without, short] = [await by(3), await by(3), await by(1), await by(3)]
  for (const { id } of [ending, renewed, without]) await makeCertificate(server.db, { pile_id: id, valid_to: day(10) })
  await makeCertificate(server.db, { pile_id: renewed.id, valid_to: day(80) })
  // Of a week four days are left: it is renewed in the last two.
  await makeCertificate(server.db, { pile_id: short.id, valid_from: day(-3), valid_to: day(4) })
  await look()
  const alarm = { code: 'PileCertificateEnds', pile_id: ending.id, message: day(10).slice(0, 10) }
  expect(await alarms()).toMatchObject([{ ...alarm, status: 'open' }])
  await server.db.updateTable('certificate').set({ state: 'expired' }).where('pile_id', '=', ending.id).execute()
  await look({}, Date.now() + 11 * DAY)
  expect((await alarms()).filter(({ pile_id }) => pile_id === ending.id)).toMatchObject([{ status: 'open' }])
  await makeCertificate(server.db, { pile_id: ending.id, valid_to: day(90) })
  await look()
  expect((await alarms()).filter(({ pile_id }) => pile_id === ending.id)).toMatchObject([{ status: 'recovered' }])
})
