import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeCard, makeCustomer, makeOrder, makePile, makeRule, makeSite, makeStrategy, next } from '../make.ts'
import { startServer, type TestServer } from '../setup/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

const at = '/system/park-lot'
const draft = (more: object = {}) => ({
  name: `Lot ${next()}`,
  kind: 'off_street',
  spaces: 3,
  time_zone: 'Asia/Shanghai',
  status: 'enabled',
  ...more,
})

describe('creating', () => {
  test('gives the record as it is kept, with the titles of what it points at', async () => {
    const strategy = await makeStrategy(server.db)
    const answer = await server.call(
      `${at}/create`,
      draft({ name: '  Riverside ', strategy_id: strategy.id, address: '' }),
    )
    expect(answer).toMatchObject({ code: 200, message: 'Successfully saved' })
    expect(answer.data).toMatchObject({
      id: expect.any(Number),
      version: 1,
      name: 'Riverside',
      address: null,
      strategy_id: strategy.id,
      strategy: { id: strategy.id, title: strategy.name },
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
    })
  })

  test('names each field that is wrong, in the units that people see', async () => {
    const answer = await server.call(
      '/system/charge-rules/create',
      {
        name: 'x'.repeat(61),
        band: 'dawn',
        start_hour: 24,
        end_hour: 1.5,
        electricity_fee: -1,
        service_fee: '40',
        electricity_cost: 0,
        occupation_fee: 0,
        free_minutes: 'none',
      },
      { language: 'en' },
    )
    expect(answer.code).toBe(422)
    expect(answer.data.errors).toEqual({
      name: 'At most 60 characters.',
      band: 'Please choose one of the offered values.',
      start_hour: 'Between 0 and 23.',
      end_hour: 'Please enter a whole number.',
      electricity_fee: 'Between 0 and 1,000,000.',
      service_fee: 'Please enter a whole number.',
      free_minutes: 'Please enter a whole number.',
    })
  })

  test('refuses a name that is taken, at its field', async () => {
    const site = await makeSite(server.db)
    const answer = await server.call(`${at}/create`, draft({ name: site.name }))
    expect(answer).toMatchObject({ code: 409, data: { errors: { name: 'This is taken already.' } } })
  })

  test('refuses a card whose number differs from another only in case', async () => {
    await makeCard(server.db, { number: 'AbC123' })
    const answer = await server.call('/system/device-car/create', { number: 'aBc123', status: 'normal' })
    expect(answer).toMatchObject({ code: 409, data: { errors: { number: expect.any(String) } } })
  })

  test('refuses what points at nothing, at its field', async () => {
    const site = await server.call(`${at}/create`, draft({ strategy_id: 999_999 }))
    expect(site).toMatchObject({ code: 422, data: { errors: { strategy_id: expect.any(String) } } })
    const strategy = await server.call('/system/strategy/create', { name: 'S', rule_ids: [999_999], status: 'enabled' })
    expect(strategy).toMatchObject({ code: 422, data: { errors: { rule_ids: expect.any(String) } } })
  })

  test('does not let a caller set what the server sets', async () => {
    const answer = await server.call('/system/client/create', {
      account: `c${next()}x`,
      status: 'normal',
      balance_cents: 99,
    })
    const errors = { balance_cents: 'This cannot be set here. Leave it out.' }
    expect([answer.code, answer.data]).toEqual([422, { errors }])
  })

  test('keeps a secret as a hash and never gives it back', async () => {
    const password = 'a very long secret'
    const { data } = await server.call('/system/device/create', {
      station_number: `CD${next()}`,
      enabled: true,
      password,
    })
    expect(JSON.stringify(data)).not.toMatch(/secret|password/)
    const kept = await server.db
      .selectFrom('pile')
      .select('password_hash')
      .where('id', '=', data.id)
      .executeTakeFirstOrThrow()
    expect(kept.password_hash).toMatch(/^hs1\$/)
    const audits = await server.db.selectFrom('audit_entry').select('after').where('entity', '=', 'pile').execute()
    expect(JSON.stringify(audits)).not.toMatch(/secret|hs1/)
  })

  test('is audited', async () => {
    const { data } = await server.call(`${at}/create`, draft())
    const entry = await server.db.selectFrom('audit_entry').selectAll().orderBy('id', 'desc').executeTakeFirstOrThrow()
    expect(entry).toMatchObject({
      user_id: server.administrator.id,
      action: 'create',
      entity: 'site',
      entity_id: data.id,
      before: null,
      after: { name: data.name },
    })
  })
})

describe('updating', () => {
  test('changes what is given, leaves the rest, and counts the version up', async () => {
    const site = await makeSite(server.db, { address: 'Old street 1' })
    const { data } = await server.call(`${at}/update`, { id: site.id, version: 1, spaces: 9 })
    expect(data).toMatchObject({ id: site.id, version: 2, spaces: 9, address: 'Old street 1' })
    expect((await server.call(`${at}/update`, { id: site.id, address: '' })).data.address).toBeNull()
  })

  test('is refused with the record as it is when someone else was faster', async () => {
    const site = await makeSite(server.db)
    await server.call(`${at}/update`, { id: site.id, version: 1, spaces: 9 })
    const answer = await server.call(`${at}/update`, { id: site.id, version: 1, spaces: 10 })
    expect(answer).toMatchObject({ code: 409, data: { current: { id: site.id, version: 2, spaces: 9 } } })
  })

  test('lets one of two that read the same version win', async () => {
    const site = await makeSite(server.db)
    const answers = await Promise.all(
      [7, 8].map((spaces) => server.call(`${at}/update`, { id: site.id, version: 1, spaces })),
    )
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 409])
  })

  test('does not touch what may be set at creation only', async () => {
    const pile = await makePile(server.db)
    const edit = (station_number: string) =>
      server.call('/system/device/edit', { id: pile.id, station_number, imei: '123' })
    const errors = { station_number: 'This cannot be set here. Leave it out.' }
    expect((await edit('OTHER')).data).toEqual({ errors })
    expect((await edit(pile.station_number)).data).toMatchObject({ station_number: pile.station_number, imei: '123' })
  })

  test('keeps a list of references', async () => {
    const strategy = await makeStrategy(server.db)
    const halves = [
      { start_hour: 0, end_hour: 12 },
      { start_hour: 12, end_hour: 0 },
    ]
    const ids = (await Promise.all(halves.map((half) => makeRule(server.db, half)))).map(({ id }) => id)
    const { data } = await server.call('/system/strategy/update', { id: strategy.id, rule_ids: [...ids, ids[0]] })
    expect(data.rule_ids).toEqual(ids.sort((a, b) => a - b))
  })

  test('of a record that is not there is refused', async () => {
    expect((await server.call(`${at}/update`, { id: 999_999, spaces: 1 })).code).toBe(404)
  })
})

describe('deleting', () => {
  test('takes one or several, all or none', async () => {
    const [a, b] = [await makeSite(server.db), await makeSite(server.db)]
    expect((await server.call(`${at}/delete`, { ids: [a.id, 999_999] })).code).toBe(404)
    expect((await server.call(`${at}/view`, { id: a.id })).code).toBe(200)
    expect(await server.call(`${at}/delete`, { ids: [a.id, b.id] })).toMatchObject({
      code: 200,
      message: 'successfully deleted',
    })
    expect((await server.call(`${at}/view`, { id: a.id })).code).toBe(404)
  })

  test.each([{}, { id: 1, ids: [2] }, { ids: [] }, { id: '1' }])('refuses %j', async (body) => {
    expect((await server.call(`${at}/delete`, body)).code).toBe(422)
  })

  test('names what still uses the record', async () => {
    const site = await makeSite(server.db)
    const pile = await makePile(server.db, { site_id: site.id })
    const answer = await server.call(`${at}/delete`, { id: site.id })
    expect(answer).toMatchObject({ code: 409, data: { uses: [{ entity: 'pile', titles: [pile.station_number] }] } })
    expect(answer.message).toContain(pile.station_number)
  })

  test('names a strategy that uses a rule, and the customer of a card', async () => {
    const strategy = await makeStrategy(server.db)
    const rule = await server.call('/system/charge-rules/delete', { id: strategy.rule_ids[0] })
    expect(rule).toMatchObject({ code: 409, data: { uses: [{ entity: 'strategy', titles: [strategy.name] }] } })
    const customer = await makeCustomer(server.db)
    const card = await makeCard(server.db, { customer_id: customer.id })
    const answer = await server.call('/system/client/delete', { id: customer.id }, { language: 'zh-CN' })
    expect(answer).toMatchObject({ code: 409, data: { uses: [{ entity: 'card', titles: [card.number] }] } })
  })
})

describe('choosing', () => {
  test('offers by title what may be chosen, narrowed by what was typed', async () => {
    const mark = `Zone${next()}`
    const [b, a, gone] = [
      await makeSite(server.db, { name: `${mark} B` }),
      await makeSite(server.db, { name: `${mark} A` }),
      await makeSite(server.db, { name: `${mark} C`, status: 'disabled' }),
    ]
    const offered = await server.call(`${at}/get-park-lot`, { keyword: mark.toLowerCase() })
    expect(offered.data).toMatchObject([
      { id: a.id, title: a.name },
      { id: b.id, title: b.name },
    ])
    const all = await server.call(`${at}/get-park-lot`, { keyword: mark, all: true })
    expect(all.data).toHaveLength(3)
    expect((await server.call(`${at}/get-park-lot`, { ids: [gone.id] })).data).toMatchObject([
      { id: gone.id, title: gone.name },
    ])
  })

  test('offers only cards that nobody has', async () => {
    const free = await makeCard(server.db, { customer_id: null })
    const taken = await makeCard(server.db)
    const { data } = await server.call('/system/device-car/get-device-car', {})
    const ids = data.map(({ id }: { id: number }) => id)
    expect(ids).toContain(free.id)
    expect(ids).not.toContain(taken.id)
  })
})

test('an order cannot be written through the plain calls', async () => {
  const order = await makeOrder(server.db)
  expect((await server.call('/system/order/delete', { id: order.id })).code).toBe(404)
  expect((await server.call('/system/order/update', { id: order.id, total_cents: 0 })).code).toBe(404)
})
