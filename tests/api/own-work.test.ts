import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { beginRounds } from '../../src/server/inspections/begin-rounds.ts'
import { DOES_WORK } from '../../src/shared/domain/work-order.ts'
import { search } from '../../src/shared/endpoints/shell.ts'
import { todos } from '../../src/shared/endpoints/todos.ts'
import { ownWork } from '../../src/shared/endpoints/work-orders.ts'
import { makeInspectionPlan, makePile, makeSite, makeWorkOrder } from '../make.ts'
import { type SignedIn, startServer, type TestServer } from '../setup/server.ts'

/** Whose work it is: to-dos, the first page, and the search of the top bar. */

let server: TestServer
let here: { site_id: number; pile_id: number; station: string }
let there: { site_id: number; pile_id: number }
beforeAll(async () => {
  server = await startServer()
  const lot = async () => {
    const site_id = (await makeSite(server.db, { time_zone: 'UTC' })).id
    const pile = await makePile(server.db, { site_id })
    return { site_id, pile_id: pile.id, station: pile.station_number }
  }
  here = await lot()
  there = await lot()
})
afterAll(() => server.stop())

const day = (from: number) => new Date(Date.now() + from * 86_400_000).toISOString().slice(0, 10)
const technician = (more = {}) =>
  server.signIn({
    ...{ permissions: ['work_order.list', DOES_WORK], data_scope: 'sites', site_ids: [here.site_id] },
    ...more,
  })
const waiting = async (as: SignedIn) => {
  const { data } = await server.call(todos, {}, { as })
  return data.groups.find(({ kind }) => kind === 'work_order')?.rows.map(({ id }) => id) ?? []
}
const own = async (as: SignedIn) => (await server.call(ownWork, {}, { as })).data.rows
const found = async (keyword: string, as: SignedIn) =>
  (await server.call(search, { keyword }, { as })).data.records
    .filter(({ entity }) => entity === 'work_order')
    .map(({ id }) => id)
const order = (given: object = {}) => makeWorkOrder(server.db, { ...here_(), due_on: day(0), ...given })
const here_ = () => ({ site_id: here.site_id, pile_id: here.pile_id })

describe('what is due', () => {
  test('waits for whose it is, else for those who may do it there: from the day before, until it is done', async () => {
    const [wang, zhou] = [await technician(), await technician()]
    const mine = await order({ assignee_id: wang.id })
    const anyones = await order({ due_on: day(1) })
    const ofRole = await order({ role_id: zhou.role_id })
    const late = await order({ assignee_id: wang.id, due_on: day(-3), state: 'under_way' })
    const later = await order({ assignee_id: wang.id, due_on: day(5) })
    const done = await order({ assignee_id: wang.id, state: 'done' })
    const elsewhere = await makeWorkOrder(server.db, {
      ...{ site_id: there.site_id, pile_id: there.pile_id, due_on: day(0) },
    })
    const [ofWang, ofZhou] = [await waiting(wang), await waiting(zhou)]
    expect(ofWang.sort()).toEqual([mine.id, anyones.id, late.id].sort())
    expect(ofZhou.sort()).toEqual([anyones.id, ofRole.id].sort())
    for (const { id } of [later, done, elsewhere]) expect([...ofWang, ...ofZhou]).not.toContain(id)

    // The first page has what comes later as well, the most pressing first.
    const work = await own(wang)
    expect(work.map(({ id }) => id)).toEqual([late.id, mine.id, anyones.id, later.id])
    expect(work.map(({ overdue }) => overdue)).toEqual([true, false, false, false])
    expect(work[0]).toMatchObject({ place: here.station, piles: null })
    expect(await waiting(await technician({ permissions: ['work_order.list'] }))).toEqual([])
  })

  test('is a round from its beginning, with how far it is', async () => {
    const plan = await makeInspectionPlan(server.db, { sites: [here.site_id], days: 9 })
    await beginRounds(server.db)
    const round = await server.db
      .selectFrom('work_order')
      .select('id')
      .where('plan_id', '=', plan.id)
      .executeTakeFirstOrThrow()
    const who = await technician()
    expect(await waiting(who)).toContain(round.id)
    expect((await own(who)).find(({ id }) => id === round.id)).toMatchObject({
      piles: 1,
      piles_done: 0,
      overdue: false,
    })
  })
})

test('a work order is found by its number, its words and its pile, by those alone who reach it', async () => {
  const who = await technician()
  const mine = await order({ work: 'Replace the contactor of gun two' })
  const other = await makeWorkOrder(server.db, {
    ...{ site_id: there.site_id, pile_id: there.pile_id, work: 'Replace the contactor' },
  })
  expect(await found('contactor', who)).toEqual([mine.id])
  expect(await found(mine.number, who)).toEqual([mine.id])
  expect(await found(other.number, who)).toEqual([])
  expect(await found(here.station, who)).toContain(mine.id)
  expect(await found('contactor', server.administrator)).toEqual(expect.arrayContaining([mine.id, other.id]))
  expect(await found('contactor', await server.signIn({ permissions: [DOES_WORK] }))).toEqual([])
})
