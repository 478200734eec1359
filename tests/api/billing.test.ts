import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ArrangedRule, allotRules, arrangeDay, strategyView } from '../../src/shared/endpoints/billing.ts'
import { makeRule, makeSite, makeStrategy, next } from '../make.ts'
import { startServer, type TestServer } from '../setup/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

const rule = (start_hour: number, end_hour: number, status: 'enabled' | 'disabled' = 'enabled') =>
  makeRule(server.db, { start_hour, end_hour, status })
const create = (rule_ids: number[], language: 'en' | 'zh-CN' = 'en') =>
  server.call('/system/strategy/create', { name: `S ${next()}`, rule_ids, status: 'enabled' }, { language })
const rulesOf = async (id: number) => (await server.call(strategyView, { id })).data.strategy.rule_ids

describe('a strategy', () => {
  test('takes rules that cover each hour once', async () => {
    const rules = [await rule(22, 6), await rule(6, 22)]
    const answer = await create(rules.map(({ id }) => id))
    expect(answer).toMatchObject({ code: 200, data: { rule_ids: rules.map(({ id }) => id) } })
  })

  test.each([
    ['no hour at all', [], 'en', 'No rule holds from 00–24. Each hour of the day is covered once.'],
    ['hours missing', [[6, 22]], 'en', 'No rule holds from 00–06, 22–24. Each hour of the day is covered once.'],
    [
      'hours double',
      [
        [0, 12],
        [10, 0],
      ],
      'en',
      'More than one rule holds from 10–12. Each hour of the day is covered once.',
    ],
    [
      'both',
      [
        [0, 12],
        [10, 20],
      ],
      'zh-CN',
      '20–24 时段没有计费规则，10–12 时段有多条。一天中每个小时须且只能由一条规则覆盖。',
    ],
  ] as const)('is refused with %s, and says which', async (_, hours, language, words) => {
    const rules = await Promise.all(hours.map(([from, to]) => rule(from, to)))
    const answer = await create(
      rules.map(({ id }) => id),
      language,
    )
    expect(answer).toMatchObject({ code: 422, data: { errors: { rule_ids: words } } })
  })

  test('does not count a rule that is disabled', async () => {
    const rules = [await rule(0, 12), await rule(12, 0, 'disabled')]
    expect(await create(rules.map(({ id }) => id))).toMatchObject({
      code: 422,
      data: { missing: [12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23] },
    })
  })

  test('is refused a change that leaves hours out, and keeps the rules it had', async () => {
    const strategy = await makeStrategy(server.db)
    const short = await rule(0, 8)
    const change = await server.call('/system/strategy/update', { id: strategy.id, rule_ids: [short.id] })
    expect(change.code).toBe(422)
    expect(await rulesOf(strategy.id)).toEqual(strategy.rule_ids)
  })

  test('that prices sites is not disabled under them', async () => {
    const strategy = await makeStrategy(server.db)
    const site = await makeSite(server.db, { strategy_id: strategy.id })
    const answer = await server.call(
      '/system/strategy/update',
      { id: strategy.id, status: 'disabled' },
      { language: 'en' },
    )
    expect(answer).toMatchObject({ code: 409, message: expect.stringContaining(site.name) })
    await server.db.updateTable('site').set({ strategy_id: null }).where('id', '=', site.id).execute()
    expect((await server.call('/system/strategy/update', { id: strategy.id, status: 'disabled' })).code).toBe(200)
  })

  test('shows its rules in the order of the day, and the sites that use it', async () => {
    const rules = [await rule(12, 0), await rule(0, 12)]
    const strategy = await makeStrategy(server.db, { rule_ids: rules.map(({ id }) => id) })
    const site = await makeSite(server.db, { strategy_id: strategy.id })
    const { data } = await server.call(strategyView, { id: strategy.id })
    expect(data.rules.map(({ start_hour }) => start_hour)).toEqual([0, 12])
    const held = { from: null, to: null, strategy: { id: strategy.id, title: strategy.name }, period_id: null }
    const line = { time_zone: 'Asia/Shanghai', stretches: [held] }
    expect(data.sites).toEqual([{ id: site.id, title: site.name, ...line }])
    expect((await server.call(strategyView, { id: 999_999 })).code).toBe(404)
  })
})

describe('rules are allotted', () => {
  test('as JSON', async () => {
    const strategy = await makeStrategy(server.db)
    const rules = [await rule(0, 12), await rule(12, 0)]
    const answer = await server.call(allotRules, { id: strategy.id, rule_ids: rules.map(({ id }) => id) })
    expect(answer.code).toBe(200)
    expect(await rulesOf(strategy.id)).toEqual(rules.map(({ id }) => id))
  })

  test.each([
    ['rule_ids=%a,%b'],
    ['rule_ids=%a&rule_ids=%b'],
    ['rule_ids=%a&rule_ids=%b&rule_ids=%b'],
    ['rule_ids[]=%a&rule_ids[]=%b'],
    ['rule_ids%5B0%5D=%a&rule_ids%5B1%5D=%b'],
  ])('as a form: %s', async (form) => {
    const strategy = await makeStrategy(server.db)
    const rules = [await rule(0, 12), await rule(12, 0)]
    const body = `id=${strategy.id}&${form.replaceAll('%a', String(rules[0]?.id)).replaceAll('%b', String(rules[1]?.id))}`
    const response = await fetch(`${server.url}/api/system/strategy/allot`, {
      method: 'POST',
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        authorization: `Bearer ${server.administrator.token}`,
      },
      body,
    })
    expect(response.status).toBe(200)
    expect(await rulesOf(strategy.id)).toEqual(rules.map(({ id }) => id))
  })

  test.each([
    ['that leave hours out', [[0, 8]], 422],
    ['of which one does not exist', null, 422],
  ] as const)('not %s', async (_, hours, code) => {
    const strategy = await makeStrategy(server.db)
    const ids = hours ? (await Promise.all(hours.map(([from, to]) => rule(from, to)))).map(({ id }) => id) : [999_999]
    expect((await server.call(allotRules, { id: strategy.id, rule_ids: ids })).code).toBe(code)
    expect(await rulesOf(strategy.id)).toEqual(strategy.rule_ids)
  })
})

describe('a rule that a strategy has', () => {
  async function day() {
    const rules = [await rule(0, 12), await rule(12, 0)]
    const strategy = await makeStrategy(server.db, { rule_ids: rules.map(({ id }) => id) })
    return { id: rules[0]?.id as number, strategy }
  }
  const update = (change: object) => server.call('/system/charge-rules/update', change, { language: 'en' })

  test.each([
    ['its hours leave some out', { end_hour: 10 }, 'would be left without a price from 10–12'],
    ['its hours overlap', { end_hour: 14 }, 'would have two prices from 12–14'],
    ['it is disabled', { status: 'disabled' }, 'would be left without a price from 00–12'],
  ])('is not changed so that %s', async (_, change, words) => {
    const { id, strategy } = await day()
    const answer = await update({ id, ...change })
    expect(answer).toMatchObject({ code: 409, message: expect.stringContaining(words) })
    expect(answer.message).toContain(strategy.name)
  })

  test('changes its price', async () => {
    const { id } = await day()
    expect(await update({ id, electricity_fee: 123 })).toMatchObject({ code: 200, data: { electricity_fee: 123 } })
  })

  test('is not deleted', async () => {
    const { id } = await day()
    expect((await server.call('/system/charge-rules/delete', { id })).code).toBe(409)
  })

  test('that is being changed makes a strategy wait for what comes of it', async () => {
    const rules = [await rule(0, 12), await rule(12, 0)]
    const waiting = await server.db.transaction().execute(async (trx) => {
      await trx
        .updateTable('billing_rule')
        .set({ end_hour: 11 })
        .where('id', '=', rules[0]?.id as number)
        .execute()
      const made = create(rules.map(({ id }) => id))
      expect(await Promise.race([made, new Promise((resolve) => setTimeout(resolve, 300, 'waits'))])).toBe('waits')
      return { made }
    })
    expect(await waiting.made).toMatchObject({ code: 422, data: { missing: [11] } })
  })

  test('cannot slip past a strategy that is made at the same moment', async () => {
    const rules = [await rule(0, 12), await rule(12, 0)]
    const [made, changed] = await Promise.all([
      create(rules.map(({ id }) => id)),
      update({ id: rules[0]?.id, end_hour: 11 }),
    ])
    expect([made.code, changed.code].filter((code) => code === 200)).toHaveLength(1)
  })
})

describe('a whole day is arranged', () => {
  async function day() {
    const rules = [await rule(0, 12), await rule(12, 0)]
    const strategy = await makeStrategy(server.db, { rule_ids: rules.map(({ id }) => id) })
    const { data } = await server.call(strategyView, { id: strategy.id })
    const arranged = data.rules.map(({ status: _status, shared: _shared, ...given }): ArrangedRule => given)
    return { strategy, rules: arranged as [ArrangedRule, ArrangedRule] }
  }
  const hours = async (id: number) =>
    (await server.call(strategyView, { id })).data.rules.map(({ start_hour, end_hour }) => [start_hour, end_hour])
  const arrange = (body: object, token?: string) =>
    server.call(arrangeDay, body as never, { language: 'en', ...(token && { token }) })

  test('at once: a boundary between two rules moves, though either alone would leave a gap', async () => {
    const { strategy, rules } = await day()
    const [a, b] = rules
    const moved = [
      { ...a, end_hour: 10 },
      { ...b, start_hour: 10 },
    ]
    expect((await arrange({ id: strategy.id, rules: moved })).code).toBe(200)
    expect(await hours(strategy.id)).toEqual([
      [0, 10],
      [10, 0],
    ])
  })

  test('with a rule more, and without one that it had', async () => {
    const { strategy, rules } = await day()
    const [a] = rules
    const night = { ...a, id: null, version: undefined, name: `Night ${next()}`, start_hour: 12, end_hour: 0 }
    expect((await arrange({ id: strategy.id, rules: [a, night] })).code).toBe(200)
    const { data } = await server.call(strategyView, { id: strategy.id })
    expect(data.rules.map(({ name }) => name)).toEqual([a.name, night.name])
    const left = await server.db.selectFrom('billing_rule').select('id').where('id', '=', Number(rules[1].id)).execute()
    expect(left).toHaveLength(1)
  })

  test('and a new strategy comes with it', async () => {
    const { rules } = await day()
    const name = `New ${next()}`
    const made = await arrange({ id: null, name, rules })
    expect(made.code).toBe(200)
    expect((await server.call(strategyView, { id: made.data.id })).data.strategy).toMatchObject({
      name,
      status: 'enabled',
    })
  })

  test('a rule that another strategy has stays as it is there', async () => {
    const { strategy, rules } = await day()
    const [a, b] = rules
    const other = await makeStrategy(server.db, { rule_ids: [Number(a.id), Number(b.id)] })
    const answer = await arrange({ id: strategy.id, rules: [{ ...a, electricity_fee: 999 }, b] })
    expect(answer.data.copied).toEqual([{ name: a.name, copy: `${a.name} (${strategy.name})` }])
    const theirs = (await server.call(strategyView, { id: other.id })).data.rules
    expect(theirs.map(({ electricity_fee }) => electricity_fee)).toEqual([80, 80])
    expect((await server.call(strategyView, { id: strategy.id })).data.rules[0]).toMatchObject({
      name: `${a.name} (${strategy.name})`,
      electricity_fee: 999,
      shared: 0,
    })
  })

  test.each([
    [
      'an hour is left out',
      { end_hour: 11 },
      'rules',
      'No rule holds from 11–12. Each hour of the day is covered once.',
    ],
    [
      'an hour has two prices',
      { end_hour: 13 },
      'rules',
      'More than one rule holds from 12–13. Each hour of the day is covered once.',
    ],
    ['a name is empty', { name: ' ' }, 'rules.0.name', 'Please fill this in.'],
    ['a price is no whole number of cents', { service_fee: 1.5 }, 'rules.0.service_fee', expect.any(String)],
  ])('not when %s, and nothing of it is kept', async (_, change, field, words) => {
    const { strategy, rules } = await day()
    const [a, b] = rules
    const answer = await arrange({
      id: strategy.id,
      rules: [
        { ...a, ...change },
        { ...b, electricity_fee: 1 },
      ],
    })
    expect(answer).toMatchObject({ code: 422, data: { errors: { [field]: words } } })
    const kept = (await server.call(strategyView, { id: strategy.id })).data.rules
    expect(kept.map(({ electricity_fee }) => electricity_fee)).toEqual([80, 80])
  })

  test('not under a name that another rule has, said at that rule', async () => {
    const { strategy, rules } = await day()
    const taken = await rule(0, 0)
    const answer = await arrange({ id: strategy.id, rules: [rules[0], { ...rules[1], name: taken.name }] })
    expect(answer).toMatchObject({ code: 422, data: { errors: { 'rules.1.name': 'This is taken already.' } } })
  })

  test('not over what someone else saved meanwhile', async () => {
    const { strategy, rules } = await day()
    const { version } = (await server.call(strategyView, { id: strategy.id })).data.strategy
    expect((await arrange({ id: strategy.id, version, rules })).code).toBe(200)
    expect((await arrange({ id: strategy.id, version, rules })).code).toBe(409)
  })

  test('only by who may change rules as well', async () => {
    const { strategy, rules } = await day()
    const { token } = await server.signIn({ permissions: ['strategy.update', 'strategy.list'] })
    expect((await arrange({ id: strategy.id, rules }, token)).code).toBe(200)
    const [a, b] = rules
    expect((await arrange({ id: strategy.id, rules: [{ ...a, service_fee: 1 }, b] }, token)).code).toBe(403)
    expect((await arrange({ id: null, name: 'Mine', rules }, token)).code).toBe(403)
  })
})
