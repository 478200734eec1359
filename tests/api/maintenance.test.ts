import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { followMaintenance } from '../../src/server/maintenance/routes.ts'
import { endMaintenance } from '../../src/shared/endpoints/maintenance.ts'
import { makeMaintenance, makePile, makeSite, type UserDraft } from '../make.ts'
import { startServer, type TestServer } from '../setup/server.ts'

/** Planned maintenance: what may be planned and changed, its states, and whose it is. */

let server: TestServer
let site_id: number
let pile_id: number
beforeAll(async () => {
  server = await startServer()
  site_id = (await makeSite(server.db, { time_zone: 'America/New_York' })).id
  pile_id = (await makePile(server.db, { site_id })).id
})
afterAll(() => server.stop())

const HOUR = 3_600_000
const hours = (from: number) => new Date(Date.now() + from * HOUR).toISOString()
const PATH = '/system/maintenance'
const plan = (given: object = {}) => ({
  work: 'New contactors',
  site_id,
  starts_at: hours(1),
  ends_at: hours(2),
  ...given,
})

const create = (given: object = {}, as?: Awaited<ReturnType<TestServer['signIn']>>) =>
  server.call(`POST ${PATH}/create`, plan(given), as && { as })
async function change(id: number, given: object) {
  const { version } = await server.db
    .selectFrom('maintenance')
    .select('version')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return server.call(`POST ${PATH}/update`, { id, version, ...given })
}
const rowOf = async (id: number) => {
  const { data } = await server.call(`POST ${PATH}/index`, { id: [id] })
  return (data as { rows: Record<string, unknown>[] }).rows[0]
}
const wrongAt = ({ code, data }: { code: number; data: unknown }) => [
  code,
  Object.keys((data as { errors?: object } | null)?.errors ?? {}),
]

describe('a plan', () => {
  test('has a site, its clock, its piles, and who made it', async () => {
    const { code, data } = await create({ pile_ids: [pile_id] })
    expect(code).toBe(200)
    expect(await rowOf((data as { id: number }).id)).toMatchObject({
      ...{ state: 'planned', pile_ids: [pile_id], time_zone: 'America/New_York', ended_at: null },
      made_by: expect.stringMatching(/./),
    })
  })

  test.each([
    ['an end before its start', { starts_at: hours(3), ends_at: hours(2) }, 'ends_at'],
    ['a span of more than a year', { ends_at: hours(24 * 367 + 1) }, 'ends_at'],
    ['an end that is over', { starts_at: hours(-3), ends_at: hours(-1) }, 'ends_at'],
    ['a start of the day before yesterday', { starts_at: hours(-49) }, 'starts_at'],
    ['no site', { site_id: null }, 'site_id'],
    ['no words', { work: '' }, 'work'],
  ])('is refused with %s, at its field', async (_, given, field) => {
    expect(wrongAt(await create(given))).toEqual([422, [field]])
  })

  test('takes piles of its site alone', async () => {
    const { id } = await makePile(server.db, { site_id: (await makeSite(server.db)).id })
    expect(wrongAt(await create({ pile_ids: [pile_id, id] }))).toEqual([422, ['pile_ids']])
  })

  test('may overlap another, and is deleted before it begins', async () => {
    const [first, second] = [await create(), await create()]
    expect([first.code, second.code]).toEqual([200, 200])
    const { code } = await server.call(`POST ${PATH}/delete`, { id: (second.data as { id: number }).id })
    expect(code).toBe(200)
  })
})

describe('what has begun', () => {
  const begun = (given: object = {}) =>
    makeMaintenance(server.db, { site_id, starts_at: hours(-2), ends_at: hours(2), ...given })

  test('keeps when and where it began; its end and its words change', async () => {
    const { id } = await begun()
    for (const given of [{ starts_at: hours(-1) }, { pile_ids: [pile_id] }])
      expect(wrongAt(await change(id, given))).toEqual([422, Object.keys(given)])
    expect((await change(id, { ends_at: hours(5), work: 'New cables' })).code).toBe(200)
    expect(wrongAt(await change(id, { ends_at: hours(-1) }))).toEqual([422, ['ends_at']])
  })

  test('is ended once, and then only its words change', async () => {
    const { id } = await begun()
    expect((await server.call(endMaintenance, { id })).data).toEqual({ id, state: 'over' })
    expect((await server.call(endMaintenance, { id })).code).toBe(409)
    expect(await rowOf(id)).toMatchObject({ state: 'over' })
    expect(wrongAt(await change(id, { ends_at: hours(9) }))).toEqual([422, ['ends_at']])
    expect((await change(id, { work: 'Nothing was found' })).code).toBe(200)
    expect((await rowOf(id))?.state).toBe('over')
  })

  test('stays on record; what is called off before it begins is cancelled', async () => {
    const { id } = await begun()
    expect((await server.call(`POST ${PATH}/delete`, { id })).code).toBe(409)
    const planned = await makeMaintenance(server.db, { site_id, starts_at: hours(1), ends_at: hours(2) })
    expect((await server.call(endMaintenance, { id: planned.id })).data).toMatchObject({ state: 'cancelled' })
    const { rows } = await sql`select from maintenance_span where maintenance_id = ${planned.id}`.execute(server.db)
    expect(rows).toEqual([])
  })

  test('shows as what it is, by itself, whatever a row said before', async () => {
    const { id } = await begun()
    await sql`alter table maintenance disable trigger maintenance_state`.execute(server.db)
    await server.db.updateTable('maintenance').set({ state: 'planned' }).where('id', '=', id).execute()
    await sql`alter table maintenance enable trigger maintenance_state`.execute(server.db)
    await followMaintenance(server.db)
    expect((await rowOf(id))?.state).toBe('under_way')
    expect(await followMaintenance(server.db)).toEqual([])
  })
})

test('a pile and a site say until when they are worked on', async () => {
  const { id: there } = await makeSite(server.db)
  const [first, second] = [await makePile(server.db, { site_id: there }), await makePile(server.db, { site_id: there })]
  const until = async (path: string, id: number) =>
    ((await server.call(path, { id: [id] })).data as { rows: { maintenance_until: string | null }[] }).rows[0]
      ?.maintenance_until
  const piles = () => Promise.all([first, second].map(({ id }) => until('POST /system/device/index', id)))
  const part = await makeMaintenance(server.db, {
    site_id: there,
    starts_at: hours(-1),
    ends_at: hours(3),
    piles: [first.id],
  })
  await makeMaintenance(server.db, { site_id: there, starts_at: hours(4), ends_at: hours(5) })
  expect([await piles(), await until('POST /system/park-lot/index', there)]).toEqual([[part.ends_at, null], null])
  const whole = await makeMaintenance(server.db, { site_id: there, starts_at: hours(-1), ends_at: hours(2) })
  expect([await piles(), await until('POST /system/park-lot/index', there)]).toEqual([
    [part.ends_at, whole.ends_at],
    whole.ends_at,
  ])
  const { data } = await server.call('POST /system/park-lot/states')
  expect((data as { id: number; maintenance: number }[]).find(({ id }) => id === there)?.maintenance).toBe(2)
})

test('anyone who reaches some of its piles sees it, and who reaches not all of them changes nothing of it', async () => {
  const merchant = async (name: string) =>
    (
      await server.db
        .insertInto('merchant')
        .values({ name, status: 'enabled' })
        .returning('id')
        .executeTakeFirstOrThrow()
    ).id
  const mine = await merchant('Mine')
  const own = await makePile(server.db, { site_id, merchant_id: mine })
  const both = await makeMaintenance(server.db, {
    ...{ site_id, starts_at: hours(-1), ends_at: hours(1), piles: [own.id, pile_id] },
  })
  const other = await makeMaintenance(server.db, { site_id, starts_at: hours(-1), ends_at: hours(1), piles: [pile_id] })
  const permissions = ['list', 'create', 'update', 'delete'].map((action) => `maintenance.${action}`)
  const as = await server.signIn({ permissions, data_scope: 'merchants', merchant_ids: [mine] } as UserDraft)
  const { data } = await server.call(`POST ${PATH}/index`, { page_size: 50 }, { as })
  const seen = (data as { rows: { id: number }[] }).rows.map(({ id }) => id)
  expect([seen.includes(both.id), seen.includes(other.id)]).toEqual([true, false])
  expect((await server.call(endMaintenance, { id: both.id }, { as })).code).toBe(403)
  expect((await server.call(endMaintenance, { id: other.id }, { as })).code).toBe(404)
  expect((await create({ pile_ids: [own.id] }, as)).code).toBe(200)
  expect(wrongAt(await create({ pile_ids: [pile_id] }, as))).toEqual([422, ['pile_ids']])
  // The whole site is more than theirs.
  expect((await create({}, as)).code).toBe(422)
  const strange = (await makeSite(server.db)).id
  expect(wrongAt(await create({ site_id: strange }, as))).toEqual([422, ['site_id']])
})
