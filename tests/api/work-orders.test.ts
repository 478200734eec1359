import { randomBytes } from 'node:crypto'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DOES_WORK } from '../../src/shared/domain/work-order.ts'
import { photoPart } from '../../src/shared/endpoints/photos.ts'
import {
  addWorkOrderPhoto,
  pileHistory,
  saveWorkOrder,
  workOrderPeople,
  workOrderView,
} from '../../src/shared/endpoints/work-orders.ts'
import type { Body } from '../../src/shared/kit/endpoint.ts'
import { makeAlarm, makeMaintenance, makePile, makeSite, makeWorkOrder } from '../make.ts'
import { type SignedIn, startServer, type TestServer } from '../setup/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

const newKey = () => randomBytes(16).toString('hex')
const PERMISSIONS = ['work_order.list', 'pile.list', DOES_WORK]
const technician = (more = {}) => server.signIn({ permissions: PERMISSIONS, ...more })
const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()

type Said = Body<typeof saveWorkOrder>
const save = (as: SignedIn, said: Said, key?: string) =>
  server.call(saveWorkOrder, said, { as, ...(key && { key }), clientTime: new Date().toISOString() })

async function newPile() {
  const site = await makeSite(server.db)
  return { site, pile: await makePile(server.db, { site_id: site.id }) }
}

const orders = (pile_id: number) =>
  server.db.selectFrom('work_order').selectAll().where('pile_id', '=', pile_id).orderBy('id').execute()

describe('a work order that a phone makes', () => {
  test('is made once, however often it is sent, and under which key', async () => {
    const [who, { site, pile }] = [await technician(), await newPile()]
    const said = {
      ...{ order_key: newKey(), pile_id: pile.id, said_at: ago(5) },
      set: { work: 'Fan stands still', kind: 'repair', assignee_id: who.id, due_on: '2026-12-01' },
    } as const
    const answers = await Promise.all([save(who, said, 'a'.repeat(9)), save(who, said, 'a'.repeat(9)), save(who, said)])
    expect(answers.map(({ code }) => code)).toEqual([200, 200, 200])
    const [order, ...others] = await orders(pile.id)
    expect(others).toEqual([])
    expect(order).toMatchObject({
      ...{ work: 'Fan stands still', state: 'planned', site_id: site.id, assignee_id: who.id, version: 1 },
      ...{ assignee_name: who.user_name, made_by: who.user_name, number: expect.stringMatching(/^WO\d{6}$/) },
    })
    const { data } = await server.call(workOrderView, { id: order?.id ?? 0 }, { as: who })
    expect(data.entries).toHaveLength(1)
  })

  test('is changed by what was said of it before it was known, whichever arrives first', async () => {
    const [who, { pile }] = [await technician(), await newPile()]
    const about = { order_key: newKey(), pile_id: pile.id }
    await save(who, { ...about, said_at: ago(4), set: { work: 'Fan', state: 'under_way' } })
    await save(who, { ...about, said_at: ago(2), set: { state: 'done', found: 'Dust', did: 'Cleaned', minutes: 20 } })
    const [order] = await orders(pile.id)
    expect(order).toMatchObject({ state: 'done', found: 'Dust', did: 'Cleaned', minutes: 20, work: 'Fan' })
    expect(Date.parse(order?.started_at ?? '')).toBeCloseTo(Date.parse(ago(4)), -4)
    expect(Date.parse(order?.ended_at ?? '')).toBeCloseTo(Date.parse(ago(2)), -4)
    await save(who, { ...about, set: { state: 'under_way' } })
    expect((await orders(pile.id))[0]).toMatchObject({ state: 'under_way', ended_at: null })
  })

  test('says at its field what is wrong', async () => {
    const [who, { pile }] = [await technician(), await newPile()]
    const about = { order_key: newKey(), pile_id: pile.id }
    const errors = async (said: object) => {
      const { code, data } = await save(who, { ...about, ...said } as never)
      return [code, Object.keys((data as unknown as { errors: object }).errors)]
    }
    expect(await errors({ set: {} })).toEqual([422, ['work']])
    expect(await errors({ set: { work: 'x', minutes: -1 } })).toEqual([422, [expect.stringContaining('minutes')]])
    const stranger = await server.signIn({ permissions: ['pile.list'] })
    expect(await errors({ set: { work: 'x', assignee_id: stranger.id } })).toEqual([422, ['assignee_id']])
    const elsewhere = await makeAlarm(server.db)
    expect(await errors({ alarm_id: elsewhere.id, set: { work: 'x' } })).toEqual([422, ['alarm_id']])
    expect(await orders(pile.id)).toEqual([])
  })
})

describe('two people on one work order', () => {
  test('keep both histories in order: the newer word of each field holds, and who was late is told', async () => {
    const { pile } = await newPile()
    const [wang, zhou] = [await technician(), await technician()]
    const about = { order_key: newKey(), pile_id: pile.id }
    await save(wang, { ...about, said_at: ago(30), set: { work: 'Cable' } })
    await save(zhou, { ...about, said_at: ago(10), set: { found: 'Cut', minutes: 5 } })
    // Said before that without a network, and heard after it.
    const late = await save(wang, { ...about, said_at: ago(20), set: { found: 'Wet', did: 'Dried' } })
    expect(late.code).toBe(409)
    expect(late.data).toMatchObject({ late: ['found'], work_order: { found: 'Cut', did: 'Dried' } })
    const [order] = await orders(pile.id)
    expect(order).toMatchObject({ found: 'Cut', did: 'Dried', minutes: 5 })
    const { data } = await server.call(workOrderView, { id: order?.id ?? 0 })
    expect(data.entries.map(({ by, set, late }) => [by, set.found ?? set.work, late])).toEqual([
      [wang.user_name, 'Cable', []],
      [wang.user_name, 'Wet', ['found']],
      [zhou.user_name, 'Cut', []],
    ])
  })
})

describe('reach', () => {
  test('holds for work orders, their people and a pile’s history', async () => {
    const [here, there] = [await newPile(), await newPile()]
    const who = await technician({ data_scope: 'sites', site_ids: [here.site.id] })
    const other = await makeWorkOrder(server.db, { pile_id: there.pile.id, site_id: there.site.id })
    const code = async <T extends Promise<{ code: number }>>(answer: T) => (await answer).code
    expect(await code(server.call(workOrderView, { id: other.id }, { as: who }))).toBe(404)
    expect(await code(server.call(pileHistory, { pile_id: there.pile.id }, { as: who }))).toBe(422)
    expect(await code(save(who, { order_key: newKey(), pile_id: there.pile.id, set: { work: 'x' } }))).toBe(422)
    // Who knows its key does not reach it through a pile of theirs.
    expect(await code(save(who, { order_key: other.order_key, pile_id: here.pile.id, set: { work: 'x' } }))).toBe(404)
    const own = await makeWorkOrder(server.db, { pile_id: here.pile.id, site_id: here.site.id })
    expect(await code(save(who, { id: own.id, order_key: newKey(), pile_id: here.pile.id, set: { work: 'x' } }))).toBe(
      404,
    )
    const { people } = (await server.call(workOrderPeople, { pile_id: here.pile.id }, { as: who })).data
    expect(people.find(({ id }) => id === who.id)).toMatchObject({ own: true })
    const list = await server.call('/system/work-order/index', {}, { as: who })
    expect(list.data.rows.map(({ id }: { id: number }) => id)).not.toContain(other.id)
  })
})

test('a photo waits for its work order, and is added once it is there', async () => {
  const [who, { pile }] = [await technician(), await newPile()]
  const photo = await sharp({ create: { width: 64, height: 64, channels: 3, background: '#a40' } })
    .jpeg()
    .toBuffer()
  const [order_key, key] = [newKey(), newKey()]
  const form = new FormData()
  form.append('key', key)
  form.append('at', '0')
  form.append('file', new Blob([new Uint8Array(photo)]), 'part')
  const headers = { authorization: `Bearer ${who.token}` }
  await fetch(`${server.url}/api${photoPart.path}`, { method: 'POST', body: form, headers })
  const said = { order_key, pile_id: pile.id, key, size_bytes: photo.length }
  expect((await server.call(addWorkOrderPhoto, said, { as: who })).code).toBe(409)
  await save(who, { order_key, pile_id: pile.id, set: { work: 'Plug' } })
  // Who knows its key adds nothing to it by naming another pile, or another work order.
  const [elsewhere, other] = [await newPile(), await makeWorkOrder(server.db)]
  const strange = { ...said, pile_id: elsewhere.pile.id }
  expect((await server.call(addWorkOrderPhoto, strange, { as: who })).code).toBe(404)
  expect((await server.call(addWorkOrderPhoto, { ...said, id: other.id }, { as: who })).code).toBe(404)
  const added = await server.call(addWorkOrderPhoto, said, { as: who })
  expect(added.code).toBe(200)
  const { data } = await server.call(workOrderView, { id: added.data.id }, { as: who })
  expect(data.photos).toMatchObject([{ file_key: added.data.file_key, own: true }])
})

test('a pile’s history has what its reader may see, the newest first, and how long repairs take', async () => {
  const { site, pile } = await newPile()
  await makeAlarm(server.db, {
    pile_id: pile.id,
    site_id: site.id,
    raised_at: ago(120),
    cleared_at: ago(90),
    status: 'recovered',
  })
  await makeAlarm(server.db, { pile_id: pile.id, site_id: site.id, raised_at: ago(60), code: 'OverVoltage' })
  await makeWorkOrder(server.db, { pile_id: pile.id, site_id: site.id, started_at: ago(100), state: 'under_way' })
  await makeMaintenance(server.db, { site_id: site.id, starts_at: ago(-60), ends_at: ago(-120) })
  const { data } = await server.call(pileHistory, { pile_id: pile.id })
  expect(data.lines.map(({ kind, title }) => [kind, title])).toEqual([
    ['maintenance', 'New contactors'],
    ['alarm', 'OverVoltage'],
    ['work_order', 'Look at the fan'],
    ['alarm', 'GroundFailure'],
  ])
  expect(data).toMatchObject({ repairs: 1, repair_seconds: 1800 })
  const who = await server.signIn({ permissions: ['pile.list', 'work_order.list'] })
  const less = (await server.call(pileHistory, { pile_id: pile.id }, { as: who })).data
  expect(less).toMatchObject({ lines: [{ kind: 'work_order' }], repairs: null })
})
