import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { todos } from '../../src/shared/endpoints/todos.ts'
import { makeAlarm, makeOrder, makeRefund, next } from '../make.ts'
import { type SignedIn, startServer, type TestServer } from '../setup/server.ts'
import { oneOfEach } from '../setup/todo-records.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

const waiting = async (as?: SignedIn) => {
  const { data } = await server.call(todos, {}, as ? { as } : {})
  return Object.fromEntries(data.groups.map(({ kind, rows }) => [kind, rows.map(({ id }) => id)]))
}
/** A role whose holders reach these sites alone. */
async function onlyAt(user: SignedIn, site_ids: number[]) {
  await sql`update role set data_scope = 'sites' where id = ${user.role_id}`.execute(server.db)
  for (const site_id of site_ids)
    await sql`insert into role_site (role_id, site_id) values (${user.role_id}, ${site_id})`.execute(server.db)
}

describe('what waits for a person', () => {
  test('is what they may deal with, and nothing else', async () => {
    const { alarm, order, refund, offline, user } = await oneOfEach(server.db)
    const has = async (permission: string) =>
      waiting(await server.signIn({ permissions: permission ? [permission] : [] }))
    expect(await has('')).toEqual({})
    expect(await has('alarm.list')).toEqual({})
    expect((await has('alarm.handle')).alarm).toContain(alarm)
    expect((await has('alarm.handle')).offline).toContain(offline)
    expect(Object.keys(await has('alarm.handle')).sort()).toEqual(['alarm', 'offline'])
    expect(await has('order.settle')).toEqual({ order: [order] })
    expect(await has('refund.review')).toEqual({ refund: [refund] })
    expect(await has('user.approve')).toEqual({ user: [user] })
  })

  test('is at sites that they reach', async () => {
    const [here, there] = [await oneOfEach(server.db), await oneOfEach(server.db)]
    const technician = await server.signIn({ permissions: ['alarm.handle', 'order.settle', 'refund.review'] })
    await onlyAt(technician, [here.pile.site_id as number])
    await expect
      .poll(() => waiting(technician))
      .toEqual({ alarm: [here.alarm], offline: [here.offline], order: [here.order], refund: [here.refund] })
    expect((await waiting(server.administrator)).alarm).toEqual(expect.arrayContaining([here.alarm, there.alarm]))
  })

  test('is no refund that they asked for themselves', async () => {
    const clerk = await server.signIn({ permissions: ['refund.review'] })
    const order = await makeOrder(server.db, { paid_cents: 500, total_cents: 500 })
    const theirs = await makeRefund(server.db, { order_id: order.id, asked_by_id: clerk.id })
    const another = await makeRefund(server.db, { order_id: order.id, asked_by_id: 999_999 })
    const refunds = (await waiting(clerk)).refund
    expect(refunds).toContain(another.id)
    expect(refunds).not.toContain(theirs.id)
  })

  test('is over once it is dealt with, and no pile that was away for a moment', async () => {
    const { alarm, offline } = await oneOfEach(server.db)
    await server.db.updateTable('alarm').set({ status: 'confirmed' }).where('id', '=', alarm).execute()
    await server.db
      .updateTable('pile')
      .set({ disconnected_at: new Date().toISOString() })
      .where('id', '=', offline)
      .execute()
    const { alarm: alarms = [], offline: piles = [] } = await waiting()
    expect(alarms).not.toContain(alarm)
    expect(piles).not.toContain(offline)
  })

  test('is counted whole where only the newest are shown', async () => {
    const { pile } = await oneOfEach(server.db)
    for (let n = 0; n < 12; n++)
      await makeAlarm(server.db, { pile_id: pile.id, site_id: pile.site_id, kind: 'fault', code: `D${next()}` })
    const reader = await server.signIn({ permissions: ['alarm.handle'] })
    await onlyAt(reader, [pile.site_id as number])
    const group = async () =>
      (await server.call(todos, {}, { as: reader })).data.groups.find(({ kind }) => kind === 'alarm')
    await expect.poll(async () => (await group())?.count).toBe(13)
    expect((await group())?.rows).toHaveLength(10)
  })
})
