import { afterAll, beforeAll, expect, test } from 'vitest'
import { forgetOldPlates } from '../../src/server/berths/plates.ts'
import { berthPlan, notePlate, sayOfBerth } from '../../src/shared/endpoints/berths.ts'
import { lookAtPile } from '../../src/shared/endpoints/rounds.ts'
import { siteWalk } from '../../src/shared/endpoints/site-walk.ts'
import { makeAlarm, makeBerth, makeOrder, makePile, makeSite, type UserDraft } from '../make.ts'
import { type SignedIn, startServer, type TestServer } from '../setup/server.ts'

let server: TestServer
let guard: SignedIn
beforeAll(async () => {
  server = await startServer()
  guard = await server.signIn({ permissions: ['berth.list', 'berth.plate', 'pile.list', 'pile.look'] })
})
afterAll(() => server.stop())

const HOUR_MS = 3_600_000
const ago = (ms: number) => new Date(Date.now() - ms).toISOString()

async function lot() {
  const site = await makeSite(server.db)
  const pile = await makePile(server.db, { site_id: site.id, connectors: 2 })
  const berth = await makeBerth(server.db, { site_id: site.id, pile_id: pile.id, connector_number: 1 })
  return { site, pile, berth }
}

const plateAt = async (site_id: number, as: SignedIn = guard) =>
  (await server.call(berthPlan, { site_id }, { as })).data[0]?.plate ?? null

test('a walk shows the piles in service with their guns and open alarms', async () => {
  const { site, pile } = await lot()
  await makePile(server.db, { site_id: site.id, enabled: false })
  const alarm = await makeAlarm(server.db, { pile_id: pile.id, site_id: site.id })
  const { data } = await server.call(siteWalk, { site_id: site.id })
  expect(data.site).toMatchObject({ id: site.id, name: site.name })
  expect(data.piles).toHaveLength(1)
  expect(data.piles[0]).toMatchObject({ id: pile.id, looked_at: null, alarms: [{ id: alarm.id, code: alarm.code }] })
  expect(data.piles[0]?.connectors.map(({ number }) => number)).toEqual(expect.arrayContaining([1, 2]))
  const without = await server.call(siteWalk, { site_id: site.id }, { as: guard })
  expect(without.data.piles[0]?.alarms).toEqual([])
})

test('of two that looked at a pile the later holds, in whichever order they are heard', async () => {
  const { site, pile } = await lot()
  const other = await server.signIn({ permissions: ['pile.look'] })
  const late = ago(60_000)
  await server.call(lookAtPile, { id: pile.id, said_at: late }, { as: guard })
  await server.call(lookAtPile, { id: pile.id, said_at: ago(2 * HOUR_MS) }, { as: other })
  const { data } = await server.call(siteWalk, { site_id: site.id })
  expect(data.piles[0]).toMatchObject({ looked_at: late })
  expect(data.piles[0]?.looked_by).not.toBe(other.user_name)
})

test('a look that a phone with a wrong clock had kept is put right by what that clock shows now', async () => {
  const { pile } = await lot()
  const wrong = 5 * HOUR_MS
  const at = (ms: number) => new Date(Date.now() + wrong - ms).toISOString()
  const { data } = await server.call(
    lookAtPile,
    { id: pile.id, said_at: at(600_000) },
    { as: guard, clientTime: at(0) },
  )
  expect(Math.abs(Date.parse(data.looked_at) - (Date.now() - 600_000))).toBeLessThan(30_000)
})

test('the same look, sent twice under its key, is one', async () => {
  const { pile } = await lot()
  const body = { id: pile.id, said_at: ago(1_000) }
  const first = await server.call(lookAtPile, body, { as: guard, key: 'looked-once' })
  const again = await server.call(lookAtPile, body, { as: guard, key: 'looked-once' })
  expect(again.data).toEqual(first.data)
  expect(again.headers.get('idempotent-replayed')).toBe('true')
})

test('a typed plate is seen by who may see plates alone, until its hours are over', async () => {
  const { site, berth } = await lot()
  await server.call(notePlate, { id: berth.id, plate: ' 沪a·d84037 ' }, { as: guard })
  expect(await plateAt(site.id)).toMatchObject({ plate: '沪A·D84037', by: expect.any(String) })
  expect(await plateAt(site.id, await server.signIn({ permissions: ['berth.list', 'berth.update'] }))).toBeNull()
  const logged = await server.db.selectFrom('audit_entry').select('after').execute()
  expect(JSON.stringify(logged)).not.toContain('D84037')

  const { plate_hours } = await server.db.selectFrom('system_setting').select('plate_hours').executeTakeFirstOrThrow()
  const old = ago((plate_hours + 1) * HOUR_MS)
  await server.db.updateTable('berth_plate').set({ noted_at: old }).where('berth_id', '=', berth.id).execute()
  expect(await plateAt(site.id)).toBeNull()
  expect(await forgetOldPlates(server.db)).toBe(1)
  expect(await forgetOldPlates(server.db)).toBe(0)
})

test('what was said of a berth last holds: a plate that was typed before it left changes nothing', async () => {
  const { site, berth } = await lot()
  const gone = await server.call(notePlate, { id: berth.id, plate: null, said_at: ago(1_000) }, { as: guard })
  const late = await server.call(notePlate, { id: berth.id, plate: '浙A12345', said_at: ago(HOUR_MS) }, { as: guard })
  expect([gone.data.taken, late.data.taken]).toEqual([true, false])
  expect(await plateAt(site.id)).toBeNull()
})

test('a session tells its plate at a berth to who may see plates there or its order, and better than what was typed before', async () => {
  const { site, pile, berth } = await lot()
  const beside = await makeSite(server.db)
  await server.call(notePlate, { id: berth.id, plate: '浙A12345', said_at: ago(2 * HOUR_MS) }, { as: guard })
  await makeOrder(server.db, {
    ...{ pile_id: pile.id, site_id: site.id, connector_number: 1, status: 'generated', plate: '粤B·55555' },
    ...{ started_at: ago(60_000), ended_at: null },
  })
  expect(await plateAt(site.id)).toMatchObject({ plate: '粤B·55555', by: null })
  const desk = await server.signIn({ permissions: ['berth.list', 'order.list'] })
  expect(await plateAt(site.id, desk)).toMatchObject({ plate: '粤B·55555', by: null })
  expect(await plateAt(site.id, await server.signIn({ permissions: ['berth.list'] }))).toBeNull()
  const reader = await server.signIn({ permissions: ['berth.list'] })
  const elsewhere: UserDraft = {
    data_scope: 'sites',
    site_ids: [beside.id],
    permissions: ['berth.plate', 'order.list'],
  }
  const { role_id } = await server.signIn(elsewhere)
  await server.db.insertInto('user_role').values({ user_id: reader.id, role_id }).execute()
  expect(await plateAt(site.id, reader)).toBeNull()
})

test('a plate that is no plate is refused at its field', async () => {
  const { berth } = await lot()
  const { status, data } = await server.call(notePlate, { id: berth.id, plate: 'x'.repeat(17) }, { as: guard })
  expect(status).toBe(422)
  expect(JSON.stringify(data)).toContain('plate')
})

test('what was said of a berth without a network gives way to who changed it meanwhile', async () => {
  const { berth } = await lot()
  await server.db
    .updateTable('berth')
    .set({ updated_at: ago(60_000), created_at: ago(HOUR_MS) })
    .where('id', '=', berth.id)
    .execute()
  const early = { id: berth.id, status: 'closed' as const, remark: 'wet', said_at: ago(120_000) }
  const refused = await server.call(sayOfBerth, early)
  expect(refused.status).toBe(409)
  expect(refused.data).toMatchObject({ berth: { id: berth.id, status: 'open' } })
  const { data } = await server.call(sayOfBerth, { ...early, said_at: ago(30_000) })
  expect(data).toMatchObject({ taken: true, berth: { status: 'closed', remark: 'wet' } })
  const entry = await server.db
    .selectFrom('audit_entry')
    .select(['action', 'after'])
    .where('entity', '=', 'berth')
    .where('entity_id', '=', berth.id)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  expect(entry).toMatchObject({ action: 'say', after: { status: 'closed', remark: 'wet' } })
})
