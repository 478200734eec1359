import { randomBytes } from 'node:crypto'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { beginRounds, followOverdue } from '../../src/server/inspections/begin-rounds.ts'
import type { CheckItem } from '../../src/shared/domain/inspection.ts'
import { DOES_WORK } from '../../src/shared/domain/work-order.ts'
import { addInspectionPhoto, answerInspection } from '../../src/shared/endpoints/inspections.ts'
import { photoPart } from '../../src/shared/endpoints/photos.ts'
import { pileHistory, type Round, saveWorkOrder, workOrderView } from '../../src/shared/endpoints/work-orders.ts'
import type { Body } from '../../src/shared/kit/endpoint.ts'
import { makeInspectionPlan, makePile, makePileType, makeSite } from '../make.ts'
import { type SignedIn, startServer, type TestServer } from '../setup/server.ts'

/** Check lists, plans, the rounds that come of them, and what is found at the piles. */

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

const day = (from: number) => new Date(Date.now() + from * 86_400_000).toISOString().slice(0, 10)
const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
const item = (given: Partial<CheckItem> = {}): CheckItem => ({
  ...{ words: 'Plug', kind: 'judge', unit: null, least: null, most: null, photo: false, needed: true, alarm: false },
  ...given,
})
const ITEMS = [item(), item({ words: 'Voltage', kind: 'figure', unit: 'V', least: 220, most: 240, needed: false })]

async function newLot(piles = 2) {
  const site = await makeSite(server.db, { time_zone: 'Asia/Shanghai' })
  const made = await Promise.all(Array.from({ length: piles }, () => makePile(server.db, { site_id: site.id })))
  return { site, piles: made }
}

const orders = (plan_id: number) =>
  server.db.selectFrom('work_order').selectAll().where('plan_id', '=', plan_id).orderBy('id').execute()
const inspections = (work_order_id: number) =>
  server.db.selectFrom('inspection').selectAll().where('work_order_id', '=', work_order_id).orderBy('pile_id').execute()
const errorsOf = ({ code, data }: { code: number; data: unknown }) => [
  code,
  Object.keys((data as { errors?: object } | null)?.errors ?? {}),
]

async function newRound(piles = 2, given: { items?: CheckItem[]; days?: number } = {}) {
  const lot = await newLot(piles)
  const plan = await makeInspectionPlan(server.db, { sites: [lot.site.id], items: ITEMS, ...given })
  await beginRounds(server.db)
  const [order] = await orders(plan.id)
  if (!order) throw new Error('no round began')
  return { ...lot, plan, order, rows: await inspections(order.id) }
}

/** Before all that is said of it in a test. */
const beganLongAgo = (id: number) =>
  server.db
    .updateTable('work_order')
    .set({ created_at: ago(90) } as never)
    .where('id', '=', id)
    .execute()

const technician = (more = {}) =>
  server.signIn({ permissions: ['work_order.list', 'inspection.list', 'pile.list', DOES_WORK], ...more })
const say = (as: SignedIn, said: Body<typeof answerInspection>, key?: string) =>
  server.call(answerInspection, said, { as, ...(key && { key }), clientTime: new Date().toISOString() })
const ok = (minutes = 0) => ({ value: true, said_at: ago(minutes) })

describe('what is set up at the desk', () => {
  test('a check list keeps its items in their order, and says where one cannot be', async () => {
    const draft = { name: 'Monthly', items: ITEMS }
    const { data, code } = await server.call('POST /system/check-list/create', draft)
    expect(code).toBe(200)
    const kept = await server.db
      .selectFrom('check_list')
      .selectAll()
      .where('id', '=', data.id)
      .executeTakeFirstOrThrow()
    expect(kept.items).toEqual(ITEMS)
    const crossed = [item({ kind: 'figure', least: 5, most: 4 })]
    const flawed = { name: 'Crossed', items: crossed }
    expect(errorsOf(await server.call('POST /system/check-list/create', flawed))).toEqual([422, ['items.0.most']])
    expect(errorsOf(await server.call('POST /system/check-list/create', { name: 'None', items: [] }))[0]).toBe(422)
  })

  test('a plan is someone’s who may do it at each of its sites, and changed by who reaches all of them', async () => {
    const [here, there] = [await newLot(), await newLot()]
    const list = await server.db
      .insertInto('check_list')
      .values({ name: `List ${here.site.id}`, items: JSON.stringify(ITEMS) })
      .returning('id')
      .executeTakeFirstOrThrow()
    const who = await technician({ data_scope: 'sites', site_ids: [here.site.id] })
    const plan = {
      ...{ name: `Plan ${here.site.id}`, check_list_id: list.id, every: 1, unit: 'week', starts_on: day(30), days: 3 },
      assignee_id: who.id,
    }
    const create = (site_ids: number[]) => server.call('POST /system/inspection-plan/create', { ...plan, site_ids })
    expect(errorsOf(await create([]))).toEqual([422, ['site_ids']])
    expect(errorsOf(await create([here.site.id, there.site.id]))).toEqual([422, ['assignee_id']])
    expect((await create([here.site.id])).code).toBe(200)
    const both = await makeInspectionPlan(server.db, { sites: [here.site.id, there.site.id], starts_on: day(30) })
    const planner = await server.signIn({
      ...{ permissions: ['inspection_plan.list', 'inspection_plan.update', 'site.list', 'check_list.list'] },
      ...{ data_scope: 'sites', site_ids: [here.site.id] },
    })
    const change = { id: both.id, version: 1, days: 1 }
    expect((await server.call('POST /system/inspection-plan/update', change, { as: planner })).code).toBe(403)
  })
})

describe('a round', () => {
  test('begins once at each site, with the piles in service that its plan is for', async () => {
    const [one, other] = [await newLot(2), await newLot(1)]
    const type = await makePileType(server.db)
    const site_id = one.site.id
    await makePile(server.db, { site_id, archived_at: new Date().toISOString(), enabled: false })
    await makePile(server.db, { site_id, enabled: false })
    const typed = await makePile(server.db, { site_id, pile_type_id: type.id })
    const sites = [one.site.id, other.site.id]
    const all = await makeInspectionPlan(server.db, { sites, days: 5 })
    const some = await makeInspectionPlan(server.db, { sites, types: [type.id] })
    // Two servers at the same time, and once more.
    await Promise.all([beginRounds(server.db), beginRounds(server.db)])
    await beginRounds(server.db)
    const made = await orders(all.id)
    expect(made.map(({ site_id, piles, kind, state }) => [site_id, piles, kind, state])).toEqual(
      expect.arrayContaining([
        [one.site.id, 3, 'inspection', 'planned'],
        [other.site.id, 1, 'inspection', 'planned'],
      ]),
    )
    expect(made).toHaveLength(2)
    const ids = (await inspections(made.find((round) => round.site_id === one.site.id)?.id ?? 0)).map(
      (row) => row.pile_id,
    )
    expect(ids.sort()).toEqual([...one.piles.map(({ id }) => id), typed.id].sort())
    const [of, ...none] = await orders(some.id)
    expect(none).toEqual([])
    expect((await inspections(of?.id ?? 0)).map(({ pile_id }) => pile_id)).toEqual([typed.id])
  })

  test('catches up once after a server was away, and not for a plan that is off or begins later', async () => {
    const { site } = await newLot()
    const away = await makeInspectionPlan(server.db, { sites: [site.id], starts_on: day(-40), every: 1, unit: 'week' })
    const off = await makeInspectionPlan(server.db, { sites: [site.id], status: 'disabled' })
    const later = await makeInspectionPlan(server.db, { sites: [site.id], starts_on: day(2) })
    await beginRounds(server.db)
    const [round, ...others] = await orders(away.id)
    expect(others).toEqual([])
    // It is due so long after it began, not after the day that was missed.
    expect(Date.parse(round?.due_on ?? '')).toBeGreaterThanOrEqual(Date.parse(day(6)))
    expect([await orders(off.id), await orders(later.id)]).toEqual([[], []])
  })

  test('is overdue pile by pile after its day, and takes its piles along when it is put off or called off', async () => {
    const { order, rows } = await newRound(2, { days: 1 })
    const states = async () => (await inspections(order.id)).map(({ state }) => state)
    // On its day, by the clock of the site, it is not overdue.
    const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Shanghai' }).format(new Date())
    await server.db.updateTable('inspection').set({ due_on: today }).where('work_order_id', '=', order.id).execute()
    await followOverdue(server.db)
    expect(await states()).toEqual(['due', 'due'])
    await server.db
      .updateTable('inspection')
      .set({ due_on: day(-3) })
      .where('work_order_id', '=', order.id)
      .execute()
    expect((await followOverdue(server.db)).sort()).toEqual(rows.map(({ id }) => id).sort())
    expect(await states()).toEqual(['overdue', 'overdue'])
    const about = { id: order.id, order_key: order.order_key, pile_id: null }
    const who = await technician()
    const save = (set: object) => server.call(saveWorkOrder, { ...about, set }, { as: who })
    expect((await save({ due_on: day(20) })).code).toBe(200)
    expect(await inspections(order.id)).toMatchObject([{ state: 'due', due_on: day(20) }, { state: 'due' }])
    await save({ state: 'cancelled' })
    expect(await states()).toEqual(['left', 'left'])
    await save({ state: 'under_way' })
    expect(await states()).toEqual(['due', 'due'])
  })
})

describe('what is found at a pile', () => {
  test('is kept item by item, moves the round on, and stands in the pile’s history', async () => {
    const { order, rows, piles } = await newRound(2)
    const who = await technician()
    const [first, second] = rows
    const id = first?.id ?? 0
    const early = { id, answers: { 0: { value: false, note: 'cracked', said_at: ago(0) } } }
    // The phone sends it again, under the same key and under another.
    await Promise.all([say(who, early, 'c'.repeat(9)), say(who, early, 'c'.repeat(9)), say(who, early)])
    expect((await orders(order.plan_id ?? 0))[0]).toMatchObject({ state: 'under_way', piles_done: 0 })
    const done = await say(who, { id, answers: { 1: { value: 250, said_at: ago(0) } }, finished: true })
    expect(done.data).toMatchObject({ state: 'not_ok' })
    expect((await inspections(order.id)).find((row) => row.id === id)).toMatchObject({
      ...{ state: 'not_ok', inspected_by: who.user_name, trouble: 'Plug: cracked\nVoltage' },
      answers: { 0: { value: false, note: 'cracked', by: who.user_name }, 1: { value: 250 } },
    })
    await say(who, { id: second?.id ?? 0, answers: { 0: ok() }, finished: true })
    const [round] = await orders(order.plan_id ?? 0)
    expect(round).toMatchObject({ state: 'done', piles_done: 2, piles_failed: 1, ended_at: expect.any(String) })
    const pile_id = piles.find((pile) => pile.id === first?.pile_id)?.id ?? 0
    const { data } = await server.call(pileHistory, { pile_id }, { as: who })
    expect(data.lines).toEqual(
      expect.arrayContaining([expect.objectContaining({ kind: 'inspection', id, state: 'not_ok', by: who.user_name })]),
    )
    expect(data.inspected).toMatchObject({ by: who.user_name })
  })

  test('is not finished without what must be answered, and says at its item what cannot be', async () => {
    const { rows } = await newRound(1)
    const who = await technician()
    const id = rows[0]?.id ?? 0
    expect(errorsOf(await say(who, { id, answers: {}, finished: true }))).toEqual([422, ['answers.0']])
    expect(errorsOf(await say(who, { id, answers: { 1: { value: 'high', said_at: ago(0) } } }))).toEqual([
      422,
      ['answers.1'],
    ])
    expect(errorsOf(await say(who, { id, answers: { 9: ok() } }))).toEqual([422, ['answers.9']])
    const { data } = await say(who, { id, answers: { 0: ok() }, finished: true })
    expect(data.state).toBe('ok')
    // What is taken back makes it due again.
    expect((await say(who, { id, answers: { 0: { value: null, said_at: ago(0) } } })).data.state).toBe('due')
  })

  test('of two phones without a network the later word of each item holds, whichever arrives first', async () => {
    const { order, rows } = await newRound(1)
    await beganLongAgo(order.id)
    const [wang, zhou] = [await technician(), await technician()]
    const id = rows[0]?.id ?? 0
    await say(zhou, { id, answers: { 0: { value: false, said_at: ago(10) } }, finished: true })
    const { data } = await say(wang, {
      id,
      answers: { 0: ok(30), 1: { value: 230, said_at: ago(30) } },
      finished: true,
    })
    expect(data.answers).toMatchObject({
      0: { value: false, by: zhou.user_name },
      1: { value: 230, by: wang.user_name },
    })
    expect(data.state).toBe('not_ok')
    expect((await orders(order.plan_id ?? 0))[0]).toMatchObject({ state: 'done', piles_done: 1, piles_failed: 1 })
  })

  test('is kept of who finishes a pile of which another took an answer back meanwhile, and the pile stays open', async () => {
    const { order, rows } = await newRound(2)
    await beganLongAgo(order.id)
    const [wang, zhou] = [await technician(), await technician()]
    const [first, second] = rows.map(({ id }) => id) as [number, number]
    const back = { value: null, said_at: ago(10) }
    // Once before the answer of the first phone arrives, once of an answer that both phones had seen.
    await say(zhou, { id: first, answers: { 0: back } })
    await say(wang, { id: second, answers: { 0: ok(40) } })
    await say(zhou, { id: second, answers: { 0: back } })
    const voltage = { value: 230, said_at: ago(30) }
    const { code, data } = await say(wang, { id: first, answers: { 0: ok(30), 1: voltage }, finished: true })
    const other = await say(wang, { id: second, answers: { 1: voltage }, finished: true })
    const open = { state: 'due', answers: { 0: { value: null, by: zhou.user_name }, 1: { value: 230 } } }
    expect([code, data, other.code, other.data]).toMatchObject([200, open, 200, open])
    // What a person took back themselves is still asked for.
    expect(errorsOf(await say(zhou, { id: first, answers: {}, finished: true }))).toEqual([422, ['answers.0']])
  })

  test('is skipped with a reason where it cannot be reached, counts as skipped, and stays due until it is reached', async () => {
    const { order, rows } = await newRound(2)
    const who = await technician()
    const id = rows[0]?.id ?? 0
    const skip = (why: 'locked' | 'other' | null, minutes: number, note: string | null = null) =>
      say(who, { id, answers: {}, skipped: { why, note, said_at: ago(minutes) } })
    await beganLongAgo(order.id)
    const now = async () => (await inspections(order.id)).find((row) => row.id === id)
    const round = async () => (await orders(order.plan_id ?? 0))[0]
    expect(errorsOf(await skip('other', 30))).toEqual([422, ['skipped.note']])
    expect((await skip('locked', 30, 'No key')).data).toMatchObject({ state: 'due', skipped_why: 'locked' })
    expect(await now()).toMatchObject({ state: 'due', skipped_why: 'locked', skip_note: 'No key', inspected_at: null })
    expect(await round()).toMatchObject({ state: 'under_way', piles_done: 0, piles_skipped: 1 })
    const { data } = await server.call(workOrderView, { id: order.id }, { as: who })
    expect(data.round?.piles.find((pile) => pile.id === id)?.skipped).toMatchObject({
      ...{ why: 'locked', note: 'No key', by: who.user_name },
    })
    // What was said before it and arrives later changes nothing.
    await skip(null, 60)
    await say(who, { id, answers: { 0: ok(45) } })
    expect(await now()).toMatchObject({ skipped_why: 'locked' })
    await skip(null, 20)
    expect([await now(), await round()]).toMatchObject([{ skipped_why: null }, { piles_skipped: 0 }])
    await skip('locked', 10)
    await say(who, { id, answers: { 0: ok() }, finished: true })
    expect([await now(), await round()]).toMatchObject([
      { state: 'ok', skipped_why: null },
      { piles_done: 1, piles_skipped: 0 },
    ])
    // One that is done is not skipped any more.
    expect((await skip('locked', 0)).data).toMatchObject({ state: 'ok', skipped_why: null })
  })

  test('keeps to the list as it was when the round began', async () => {
    const { order, rows, plan } = await newRound(1)
    await server.db
      .updateTable('check_list')
      .set({ items: JSON.stringify([item({ words: 'Another' })]) })
      .where('id', '=', plan.check_list_id)
      .execute()
    const who = await technician()
    const { data } = await server.call(workOrderView, { id: order.id }, { as: who })
    const round = data.round as Round
    expect(round.items).toEqual(ITEMS)
    expect(round.piles.map(({ id }) => id)).toEqual(rows.map(({ id }) => id))
  })
})

describe('an item that asks for an alarm', () => {
  const WATCHED = [item({ alarm: true }), item({ words: 'Voltage', kind: 'figure', unit: 'V', most: 240, alarm: true })]
  const alarms = (pile_id: number) =>
    server.db.selectFrom('alarm').selectAll().where('pile_id', '=', pile_id).orderBy('id').execute()
  /** A pile with a round that is due, and further rounds of it. */
  async function watched() {
    const { rows, site } = await newRound(1, { items: WATCHED })
    const who = await technician()
    const pile_id = rows[0]?.pile_id ?? 0
    const again = async () => {
      const plan = await makeInspectionPlan(server.db, { sites: [site.id], items: WATCHED })
      await beginRounds(server.db)
      const [order] = await orders(plan.id)
      await beganLongAgo(order?.id ?? 0)
      return (await inspections(order?.id ?? 0))[0]?.id ?? 0
    }
    const find = (id: number, plug: boolean, volts: number, minutes = 0) =>
      say(who, {
        ...{ id, finished: true },
        answers: {
          0: { value: plug, note: plug ? null : 'cracked', said_at: ago(minutes) },
          1: { value: volts, said_at: ago(minutes) },
        },
      })
    return { pile_id, first: rows[0]?.id ?? 0, again, find, who }
  }

  test('raises one where it is not OK, joins an open one, and a later inspection that finds it OK closes it', async () => {
    const { pile_id, first, again, find, who } = await watched()
    await say(who, { id: first, answers: { 0: { value: false, note: 'cracked', said_at: ago(0) } } })
    // A pile that is not finished may be answered by mistake.
    expect(await alarms(pile_id)).toEqual([])
    await Promise.all([find(first, false, 250), find(first, false, 250)])
    expect(await alarms(pile_id)).toMatchObject([
      { code: 'InspectionNotOk', kind: 'inspection', status: 'open', severity: 'major', message: 'Plug: cracked' },
      { status: 'open', message: 'Voltage: 250 V', connector_number: null },
    ])
    await find(await again(), false, 230)
    expect(await alarms(pile_id)).toMatchObject([{ status: 'open' }, { status: 'recovered' }])
    await find(await again(), true, 230)
    expect((await alarms(pile_id)).map(({ status }) => status)).toEqual(['recovered', 'recovered'])
  })

  test('is not raised again by the same finding once a person has answered it', async () => {
    const { pile_id, first, again, find } = await watched()
    await find(first, false, 230)
    await server.db.updateTable('alarm').set({ status: 'processed' }).where('pile_id', '=', pile_id).execute()
    await find(first, false, 231)
    expect(await alarms(pile_id)).toHaveLength(1)
    await find(await again(), false, 230)
    expect((await alarms(pile_id)).map(({ status }) => status)).toEqual(['processed', 'open'])
  })

  test('counts for nothing where a later inspection has looked, whichever phone was longer without a network', async () => {
    const { pile_id, again, find } = await watched()
    const [older, newer, older_still] = [await again(), await again(), await again()]
    await find(newer, true, 230, 10)
    await find(older, false, 230, 30)
    expect(await alarms(pile_id)).toEqual([])
    await find(newer, false, 230, 5)
    await find(older_still, true, 230, 60)
    expect(await alarms(pile_id)).toMatchObject([{ status: 'open', message: 'Plug: cracked' }])
  })

  test('is as severe as a rule says, and none where the rule says so', async () => {
    const { pile_id, first, find } = await watched()
    const rule = await server.db
      .insertInto('alarm_rule')
      .values({ name: `Findings ${pile_id}`, position: 1, kinds: ['inspection'], severity: 'critical' } as never)
      .returning('id')
      .executeTakeFirstOrThrow()
    await find(first, false, 230)
    await server.db.deleteFrom('alarm_rule').where('id', '=', rule.id).execute()
    expect(await alarms(pile_id)).toMatchObject([{ severity: 'critical' }])
  })
})

test('a photo stands at its item, once', async () => {
  const { order, rows } = await newRound(1)
  const who = await technician()
  const id = rows[0]?.id ?? 0
  const photo = await sharp({ create: { width: 32, height: 32, channels: 3, background: '#a40' } })
    .jpeg()
    .toBuffer()
  const key = randomBytes(16).toString('hex')
  const form = new FormData()
  form.append('key', key)
  form.append('at', '0')
  form.append('file', new Blob([new Uint8Array(photo)]), 'part')
  const headers = { authorization: `Bearer ${who.token}` }
  await fetch(`${server.url}/api${photoPart.path}`, { method: 'POST', body: form, headers })
  const said = { id, item: 1, key, size_bytes: photo.length }
  expect((await server.call(addInspectionPhoto, said, { as: who })).code).toBe(200)
  expect((await server.call(addInspectionPhoto, said, { as: who })).code).toBe(200)
  const { data } = await server.call(workOrderView, { id: order.id }, { as: who })
  expect(data.round?.piles[0]?.photos).toMatchObject([{ item: 1, by: who.user_name, own: true }])
})

test('reach holds for a round, its piles and what is said of them', async () => {
  const here = await newRound(1)
  const there = await newRound(1)
  const who = await technician({ data_scope: 'sites', site_ids: [here.site.id] })
  expect((await server.call(workOrderView, { id: there.order.id }, { as: who })).code).toBe(404)
  expect((await say(who, { id: there.rows[0]?.id ?? 0, answers: { 0: ok() } })).code).toBe(404)
  const about = { order_key: there.order.order_key, pile_id: null, set: { state: 'done' as const } }
  expect((await server.call(saveWorkOrder, { ...about, id: there.order.id }, { as: who })).code).toBe(404)
  // Who knows its key does not reach it by naming a round of theirs, or none.
  expect((await server.call(saveWorkOrder, { ...about, id: here.order.id }, { as: who })).code).toBe(404)
  expect((await server.call(saveWorkOrder, about, { as: who })).code).toBe(422)
  const list = await server.call('/system/inspection/index', {}, { as: who })
  expect(list.data.rows.map(({ id }: { id: number }) => id)).toEqual(here.rows.map(({ id }) => id))
})
