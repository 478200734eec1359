import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '../../src/server/kit/database/tables.ts'
import { search } from '../../src/shared/endpoints/shell.ts'
import {
  makeCard,
  makeChargingProfile,
  makeCustomer,
  makeDisplayMessage,
  makeFirmware,
  makeOrder,
  makePile,
  makePileType,
  makeRule,
  makeSite,
  makeStrategy,
  next,
} from '../make.ts'
import { allEntities } from '../setup/contract.ts'
import { startServer, type TestServer } from '../setup/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

const at = '/system/client'
const remove = (body: object, path = at, call = 'delete') => server.call(`${path}/${call}`, body)
const restore = (body: object, path = at) => server.call(`${path}/restore`, body)
const listed = async (query: object, path = at) =>
  (await server.call(`${path}/index`, query)).data.rows.map(({ id }: { id: number }) => id)

/** A customer who charged, paid and left with nothing. */
async function gone() {
  const customer = await makeCustomer(server.db, { account: `gone${next()}` })
  const order = await makeOrder(server.db, { customer_id: customer.id })
  return { ...customer, order }
}

describe('deleting', () => {
  test('erases what has no history', async () => {
    const { id } = await makeCustomer(server.db)
    expect(await remove({ id })).toMatchObject({ code: 200, data: { erased: [id], archived: [] } })
    expect(await server.db.selectFrom('customer').select('id').where('id', '=', id).execute()).toEqual([])
  })

  test('archives what has one: it leaves lists, options and search, and its orders still name it', async () => {
    const { id, account, order } = await gone()
    const answer = await remove({ id })
    expect(answer).toMatchObject({ code: 200, message: 'successfully deleted', data: { erased: [], archived: [id] } })
    expect(await listed({ keyword: account })).toEqual([])
    expect((await server.call(`${at}/options`, { keyword: account, all: true })).data).toEqual([])
    const found: { entity: string }[] = (await server.call(search, { keyword: account })).data.records
    expect(found.map(({ entity }) => entity)).toEqual(['order'])
    const { data } = await server.call('/system/order/index', { id: order.id })
    expect(data.rows[0].customer).toEqual({ id, title: account })
    expect((await server.call(`${at}/options`, { ids: [id] })).data).toEqual([{ id, title: account }])
  })

  test('says beforehand what it would do, and does nothing', async () => {
    const [fresh, old] = [await makeCustomer(server.db), await gone()]
    const answer = await remove({ ids: [fresh.id, old.id], dry_run: true })
    expect(answer.data).toEqual({ erased: [fresh.id], archived: [old.id] })
    expect(await listed({ id: [fresh.id, old.id] })).toHaveLength(2)
  })

  test('of several is refused as a whole, with what uses each', async () => {
    const free = await makeCustomer(server.db)
    const rich = await makeCustomer(server.db, { balance_cents: 1250 })
    const held = await makeCustomer(server.db)
    const card = await makeCard(server.db, { customer_id: held.id })
    const answer = await remove({ ids: [free.id, rich.id, held.id] })
    expect(answer).toMatchObject({ code: 409, message: '2 of 3 are still in use, so nothing was deleted.' })
    expect(answer.data.refused).toEqual([
      {
        id: rich.id,
        title: rich.account,
        uses: [{ entity: 'customer', field: 'balance_cents', ids: [rich.id], titles: ['¥ 12.50'], count: 1 }],
      },
      { id: held.id, title: held.account, uses: [{ entity: 'card', ids: [card.id], titles: [card.number], count: 1 }] },
    ])
    expect(await listed({ keyword: free.account })).toEqual([free.id])
  })

  test('names a few of many that use it, and how many there are', async () => {
    const site = await makeSite(server.db)
    for (let n = 0; n < 5; n++) await makePile(server.db, { site_id: site.id })
    const { data, message } = await remove({ id: site.id }, '/system/park-lot')
    expect(data.uses).toMatchObject([{ entity: 'pile', count: 5 }])
    expect(data.uses[0].titles).toHaveLength(3)
    expect(message).toMatch(/, …\.$/)
  })

  test.each(['generated', 'completed', 'unpaid'] as const)(
    'a customer with an order that is %s is refused',
    async (status) => {
      const { id } = await makeCustomer(server.db)
      const order = await makeOrder(server.db, { customer_id: id, status, paid_cents: 0 })
      expect(await remove({ id })).toMatchObject({
        code: 409,
        data: { uses: [{ entity: 'order', ids: [order.id], titles: [order.number] }] },
      })
    },
  )

  test('of nobody, or of what is archived already, is refused', async () => {
    expect((await remove({ id: 987_654 })).code).toBe(404)
    const { id } = await gone()
    await remove({ id })
    expect((await remove({ id })).code).toBe(409)
  })

  test('is audited as what it was', async () => {
    const [{ id: erased }, { id: archived }] = [await makeCustomer(server.db), await gone()]
    await remove({ ids: [erased, archived] })
    const entries = await server.db
      .selectFrom('audit_entry')
      .select(['action', 'entity_id'])
      .where('entity', '=', 'customer')
      .where('entity_id', 'in', [erased, archived])
      .orderBy('entity_id')
      .execute()
    expect(entries).toEqual([
      { action: 'delete', entity_id: erased },
      { action: 'archive', entity_id: archived },
    ])
  })

  test('that is sent twice is done once', async () => {
    const { id } = await gone()
    const key = `delete-${next()}-once`
    const answers = await Promise.all([1, 2].map(() => server.call(`${at}/delete`, { id }, { key })))
    expect(answers.map(({ code }) => code)).toEqual([200, 200])
  })
})

describe('what is archived', () => {
  test('is shown when it is asked for, alone, with since when', async () => {
    const { id, account } = await gone()
    const other = await makeCustomer(server.db, { account: `${account}b` })
    await remove({ id })
    expect(await listed({ keyword: account, archived: true })).toEqual([id])
    expect(await listed({ keyword: account, archived: false })).toEqual([other.id])
    const { data } = await server.call(`${at}/index`, { id })
    expect(data.rows[0].archived_at).toMatch(/^\d{4}-.*Z$/)
    expect((await server.call(`${at}/index`, { archived: 'maybe' })).code).toBe(422)
  })

  test('is not changed, topped up or given anything', async () => {
    const { id } = await gone()
    await remove({ id })
    expect((await server.call(`${at}/update`, { id, name: 'Li' })).code).toBe(409)
    expect((await server.call(`${at}/charge`, { id, amount_cents: 100 })).code).toBe(409)
    expect((await server.call(`${at}/reset-password`, { id, password: 'long enough 1' })).code).toBe(409)
    const card = await server.call('/system/device-car/create', { number: `NEW${next()}`, customer_id: id })
    expect(card).toMatchObject({ code: 422, data: { errors: { customer_id: 'What was chosen here is archived.' } } })
    const site = await makeSite(server.db)
    await makeOrder(server.db, { site_id: site.id })
    await remove({ id: site.id }, '/system/park-lot')
    const pile = await makePile(server.db)
    const moved = await server.call('/system/device/edit', { id: pile.id, site_id: site.id })
    expect(moved).toMatchObject({ code: 422, data: { errors: { site_id: expect.any(String) } } })
  })

  test('gives its name free, and comes back when the name is free', async () => {
    const { id, account } = await gone()
    await remove({ id })
    const successor = await server.call(`${at}/create`, { account })
    expect(successor.code).toBe(200)
    expect((await restore({ id })).code).toBe(409)
    expect(await listed({ keyword: account })).toEqual([successor.data.id])
    await remove({ id: successor.data.id })
    expect(await restore({ id })).toMatchObject({ code: 200, message: 'Back in use' })
    expect(await listed({ keyword: account })).toEqual([id])
    expect((await restore({ id })).code).toBe(200)
  })

  test('comes back only together with what it points at', async () => {
    const site = await makeSite(server.db)
    const pile = await makePile(server.db, { site_id: site.id })
    await makeOrder(server.db, { pile_id: pile.id, site_id: site.id })
    await remove({ id: pile.id }, '/system/device')
    await remove({ id: site.id }, '/system/park-lot')
    expect(await restore({ id: pile.id }, '/system/device')).toMatchObject({
      code: 422,
      data: { errors: { site_id: expect.any(String) } },
    })
    await restore({ id: site.id }, '/system/park-lot')
    expect((await restore({ id: pile.id }, '/system/device')).code).toBe(200)
  })

  test('is brought back by who may delete, and nobody else', async () => {
    const { id } = await gone()
    await remove({ id })
    const clerk = await server.signIn({ permissions: ['customer.list', 'customer.update'] })
    expect((await server.call(`${at}/restore`, { id }, { as: clerk })).code).toBe(403)
    expect((await server.call(`${at}/restore`, { id }, { as: null })).code).toBe(401)
    expect((await restore({})).code).toBe(422)
    expect((await restore({ id: 987_654 })).code).toBe(404)
  })
})

test('a pile made while its site is archived is refused, or keeps the site', async () => {
  for (let round = 0; round < 8; round++) {
    const site = await makeSite(server.db)
    await makeOrder(server.db, { site_id: site.id })
    const [made, removed] = await Promise.all([
      server.call('/system/device/create', { station_number: `RACE-${next()}`, site_id: site.id }),
      remove({ id: site.id }, '/system/park-lot'),
    ])
    expect([made.code, removed.code].sort(), `${made.code} and ${removed.code}`).toSatisfy(
      ([first, second]: number[]) => first === 200 && (second === 409 || second === 422),
    )
  }
})

type Maker = () => Promise<{ id: number }>
const withHistory: Record<string, Maker> = {
  site: async () => {
    const site = await makeSite(server.db)
    await makeOrder(server.db, { site_id: site.id })
    return site
  },
  pile_type: async () => {
    const type = await makePileType(server.db)
    const pile = await makePile(server.db, { pile_type_id: type.id })
    await makeOrder(server.db, { pile_id: pile.id })
    await remove({ id: pile.id }, '/system/device')
    return type
  },
  pile: async () => {
    const pile = await makePile(server.db)
    await server.db
      .updateTable('pile')
      .set({ connected_at: '2026-11-20T00:00:00Z' })
      .where('id', '=', pile.id)
      .execute()
    return pile
  },
  billing_rule: async () => {
    const strategy = await withHistory.strategy?.()
    const id = Number(strategy?.id)
    const { rule_id } = await server.db
      .selectFrom('strategy_rule')
      .select('rule_id')
      .where('strategy_id', '=', id)
      .executeTakeFirstOrThrow()
    await remove({ id }, '/system/strategy')
    return { id: rule_id }
  },
  strategy: async () => {
    const strategy = await makeStrategy(server.db, { rule_ids: [(await makeRule(server.db)).id] })
    const site = await makeSite(server.db, { strategy_id: strategy.id })
    await makeOrder(server.db, { site_id: site.id })
    await remove({ id: site.id }, '/system/park-lot')
    return strategy
  },
  merchant: async () => {
    const merchant = await server.db
      .insertInto('merchant')
      .values({ name: `Merchant ${next()}`, status: 'enabled' })
      .returning('id')
      .executeTakeFirstOrThrow()
    const pile = await makePile(server.db, { merchant_id: merchant.id })
    await makeOrder(server.db, { pile_id: pile.id })
    await remove({ id: pile.id }, '/system/device')
    return merchant
  },
  customer: gone,
  card: async () => {
    const card = await makeCard(server.db, { customer_id: null })
    await makeOrder(server.db, { card_number: card.number.toUpperCase() })
    return card
  },
  charging_profile: async () => {
    const profile = await makeChargingProfile(server.db)
    await server.db
      .insertInto('profile_push')
      .values({ campaign_id: next(), charging_profile_id: profile.id })
      .execute()
    return profile
  },
  display_message: async () => {
    const message = await makeDisplayMessage(server.db, { sites: [(await makeSite(server.db)).id] })
    await server.db.insertInto('message_push').values({ campaign_id: next(), display_message_id: message.id }).execute()
    return message
  },
  firmware: async () => {
    const task = await makeFirmware(server.db)
    const { id } = await server.db
      .insertInto('campaign')
      .values({
        ...{ name: task.name, action: 'update_firmware', payload: '{}', state: 'done', idle_only: false },
        ...{ at_once: 1, tries: 1, pause_seconds: 1, until: new Date().toISOString() },
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const push = { campaign_id: id, firmware_id: task.id, token: `token-${next()}` }
    await server.db.insertInto('firmware_push').values(push).execute()
    return task
  },
}

// A user who leaves gives back roles and department: tests/api/users.test.ts has them.
const archiving = allEntities
  .filter(({ name, archives }) => archives && name !== 'user')
  .map((entity) => [entity.name, entity] as const)

test.each(archiving)('%s with a history is archived and comes back unchanged', async (name, entity) => {
  const { id } = (await withHistory[name]?.()) ?? { id: 0 }
  const kept = () =>
    server.db
      .selectFrom(entity.table as 'site' & keyof Database)
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  const before = await kept()
  const removed = await remove({ id }, entity.path, entity.calls.remove)
  expect(removed).toMatchObject({ code: 200, data: { archived: [id] } })
  expect(await listed({ page_size: 50 }, entity.path)).not.toContain(id)
  expect(await listed({ archived: true, page_size: 50 }, entity.path)).toContain(id)
  expect((await restore({ id }, entity.path)).code).toBe(200)
  expect(await listed({ id }, entity.path)).toEqual([id])
  const after = await kept()
  expect({ ...after, version: 0, updated_at: '' }).toEqual({ ...before, version: 0, updated_at: '' })
})
