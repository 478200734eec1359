import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectPile, type ScriptedPile } from '../../src/fleet/scripted.ts'
import { securityEvent } from '../../src/shared/entities/security-event.ts'
import { makePile, makeSite } from '../make.ts'
import { startServer, type TestServer } from '../setup/server.ts'

let server: TestServer
const open: ScriptedPile[] = []
beforeAll(async () => {
  server = await startServer()
})
afterAll(async () => {
  for (const pile of open) pile.drop()
  await server.stop()
})

async function connected(given: Parameters<typeof makePile>[1] = {}) {
  const { id, station_number: station } = await makePile(server.db, given)
  const pile = await connectPile({ url: `${server.url.replace('http', 'ws')}/ocpp`, station, callTimeoutMs: 15_000 })
  open.push(pile)
  return { id, pile, station }
}

const at = '2026-11-20T08:30:00.000Z'
const tell = (pile: ScriptedPile, type: string, techInfo?: string, timestamp = at) =>
  pile.call('SecurityEventNotification', { type, timestamp, ...(techInfo && { techInfo }) })
const events = (pile_id: number) =>
  server.db.selectFrom('security_event').selectAll().where('pile_id', '=', pile_id).orderBy('id').execute()

test('what a pile says of its security is in the list when it has its answer, with how severe the standard calls it', async () => {
  const { id, pile } = await connected()
  await tell(pile, 'TamperDetectionActivated', 'front door')
  await tell(pile, 'InvalidMessages')
  await tell(pile, 'DoorLeftAjar')
  expect(await events(id)).toMatchObject([
    { type: 'TamperDetectionActivated', severity: 'critical', info: 'front door', at, times: 1 },
    { type: 'InvalidMessages', severity: 'ordinary', info: null },
    { type: 'DoorLeftAjar', severity: 'own' },
  ])
  const { data } = await server.call(`${securityEvent.path}/index`, { severity: ['critical'], pile_id: [id] })
  expect(data).toMatchObject({ total: 1, rows: [{ type: 'TamperDetectionActivated', pile: { id } }] })
})

test('the same event that comes again, as after a lost answer, is one with how often it came', async () => {
  const { id, pile } = await connected()
  await tell(pile, 'ResetOrReboot', 'watchdog')
  await tell(pile, 'ResetOrReboot', 'watchdog')
  await tell(pile, 'ResetOrReboot', 'watchdog', '2026-11-20T09:00:00.000Z')
  expect(await events(id)).toMatchObject([{ times: 2 }, { times: 1, at: '2026-11-20T09:00:00.000Z' }])
})

test('a flood is counted: a hundred rows a day and one for each type, and no event of it is lost', async () => {
  const { id, pile } = await connected()
  for (let nth = 0; nth < 130; nth++) await tell(pile, nth % 3 === 0 ? `Own${nth}` : 'InvalidMessages', `frame ${nth}`)
  const kept = await events(id)
  expect(kept).toHaveLength(102)
  expect(kept.reduce((sum, { times }) => sum + times, 0)).toBe(130)
  const counted = kept.filter((row) => row.counted)
  expect(counted.map(({ type, times }) => [type, times])).toEqual(
    expect.arrayContaining([
      ['InvalidMessages', 20],
      ['Others', 10],
    ]),
  )
  expect(counted.find(({ type }) => type === 'InvalidMessages')?.info).toBe('frame 128')
})

test('a time that cannot be read is none, and what is too long is cut', async () => {
  const { id, pile } = await connected()
  await tell(pile, 'V'.repeat(50), 'x'.repeat(255), 'soon')
  expect(await events(id)).toMatchObject([{ type: 'V'.repeat(50), info: 'x'.repeat(255), at: null }])
})

test('an event of a site out of reach is in nobody else’s list', async () => {
  const [mine, other] = [await makeSite(server.db), await makeSite(server.db)]
  const [near, far] = [await connected({ site_id: mine.id }), await connected({ site_id: other.id })]
  await tell(near.pile, 'MemoryExhaustion')
  await tell(far.pile, 'MemoryExhaustion')
  const person = await server.signIn({
    ...{ permissions: ['security_event.list'], data_scope: 'sites', site_ids: [mine.id] },
  })
  const { data } = await server.call(`${securityEvent.path}/index`, {}, { as: person })
  expect(data.rows.map((row: { pile_id: number }) => row.pile_id)).toEqual([near.id])
})

test('one that matters is an alarm, which a person confirms', async () => {
  const { id, pile } = await connected()
  await tell(pile, 'TamperDetectionActivated', 'front door')
  await tell(pile, 'StartupOfTheDevice')
  const { data } = await server.call('/system/device-fault-record/index', { pile_id: [id] })
  expect(data.rows).toMatchObject([{ code: 'TamperDetectionActivated', kind: 'security', status: 'open' }])
})
