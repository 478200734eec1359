import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { plansOf } from '../../src/server/kit/price-plan/plan.ts'
import { strategiesAt } from '../../src/server/kit/price-plan/strategy-at.ts'
import { stretchesFrom } from '../../src/shared/domain/price-plan.ts'
import { instantAt, siteClock } from '../../src/shared/domain/time-zone.ts'
import { strategyView } from '../../src/shared/endpoints/billing.ts'
import { createOrder, priceOrder } from '../../src/shared/endpoints/order-money.ts'
import { assignStrategy, dropPeriod, pricePlan } from '../../src/shared/endpoints/price-plan.ts'
import { siteToday } from '../../src/shared/endpoints/sites.ts'
import { makePile, makeRule, makeSite, makeStrategy, next } from '../make.ts'
import { startServer, type TestServer } from '../setup/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

const YEAR = new Date().getUTCFullYear() + 1
const HOUR = 3_600_000
const wall = (day: string, time = '00:00') => `${YEAR}-${day}T${time}`
const at = (text: string, zone = 'Asia/Shanghai') =>
  new Date(instantAt(siteClock(zone), Date.parse(`${text}Z`)) as number).toISOString()

type Given = { from?: string | null; to?: string | null }
const assign = (id: number, site_ids: number[], { from = null, to = null }: Given = {}) =>
  server.call(assignStrategy.path, { id, site_ids, from, to }, { language: 'en' })
const errorsOf = async (answer: ReturnType<typeof assign>) => (await answer).data.errors
const linesAt = async (id: number) =>
  (await server.call(pricePlan, { id })).data.stretches.map(({ from, to, strategy }) => [
    strategy?.id ?? null,
    from,
    to,
  ])
const priceNow = async (id: number) => (await server.call(siteToday, { id })).data
const valid = (valid_from: string | null, valid_to: string | null) => makeStrategy(server.db, { valid_from, valid_to })

describe('a strategy that is given to sites', () => {
  test('from a day on begins there at midnight of each site', async () => {
    const winter = await makeStrategy(server.db)
    const sites = [await makeSite(server.db), await makeSite(server.db, { time_zone: 'America/New_York' })]
    const ids = sites.map(({ id }) => id)
    expect(await assign(winter.id, ids, { from: wall('03-01') })).toMatchObject({ code: 200 })
    for (const { id, strategy_id, time_zone } of sites) {
      const change = at(wall('03-01'), time_zone)
      expect(await linesAt(id)).toEqual([
        [strategy_id, null, change],
        [winter.id, change, null],
      ])
      const about = async (instant: number) => (await strategiesAt(server.db, [id], instant)).get(id)?.id
      expect(await about(Date.parse(change) - 1)).toBe(strategy_id)
      expect(await about(Date.parse(change))).toBe(winter.id)
    }
    const { data } = await server.call(strategyView, { id: winter.id })
    expect(data.sites.map(({ id }) => id).sort()).toEqual(ids.sort())
  })

  test('at once prices from now on, and the site says so', async () => {
    const summer = await makeStrategy(server.db, {
      rule_ids: [(await makeRule(server.db, { electricity_fee: 77 })).id],
    })
    const site = await makeSite(server.db)
    expect((await assign(summer.id, [site.id])).code).toBe(200)
    expect(await priceNow(site.id)).toMatchObject({ strategy: { id: summer.id }, rules: [{ electricity_fee: 77 }] })
    const { data } = await server.call('/system/park-lot/view', { id: site.id })
    expect(data).toMatchObject({ strategy_id: summer.id, version: 2 })
  })

  test('for a time gives way to what was before, whatever that is by then', async () => {
    const [fair, later] = [await makeStrategy(server.db), await makeStrategy(server.db)]
    const site = await makeSite(server.db)
    await assign(fair.id, [site.id], { to: wall('02-01') })
    expect(await priceNow(site.id)).toMatchObject({ strategy: { id: fair.id } })
    const update = { id: site.id, version: 1, strategy_id: later.id }
    expect((await server.call('/system/park-lot/update', update)).code).toBe(200)
    expect(await linesAt(site.id)).toEqual([
      [fair.id, null, at(wall('02-01'))],
      [later.id, at(wall('02-01')), null],
    ])
  })

  test.each([
    ['the day before yesterday', { from: '2026-01-01T00:00' }, { from: /passed already/ }],
    ['an end before its start', { from: wall('05-02'), to: wall('05-01') }, { to: /end lies before/ }],
    ['a time that is none', { from: wall('13-01') }, { from: /./ }],
    [
      'another, from the same time on',
      { from: wall('06-01') },
      { from: /“.*” is planned from \d{4}-06-01 00:00 already/ },
    ],
    [
      'another, in its time',
      { from: wall('07-05'), to: wall('07-06') },
      { from: /holds from \d{4}-07-01 00:00 to \d{4}-07-10/ },
    ],
    ['another, into its time', { from: wall('06-30'), to: wall('07-01', '00:01') }, { to: /holds from/ }],
  ])('is refused at its field with %s', async (_, times, errors) => {
    const site = await makeSite(server.db)
    const others = await makeStrategy(server.db)
    await assign(others.id, [site.id], { from: wall('06-01') })
    await assign(others.id, [site.id], { from: wall('07-01'), to: wall('07-10') })
    const before = await linesAt(site.id)
    const said = await errorsOf(assign((await makeStrategy(server.db)).id, [site.id], times))
    expect(Object.keys(said)).toEqual(Object.keys(errors))
    for (const [field, words] of Object.entries(errors)) expect(said[field]).toMatch(words)
    expect(await linesAt(site.id)).toEqual(before)
  })

  test('ends in the very moment in which another begins', async () => {
    const site = await makeSite(server.db)
    const one = await makeStrategy(server.db)
    expect((await assign(one.id, [site.id], { from: wall('07-01'), to: wall('07-10') })).code).toBe(200)
    expect((await assign(one.id, [site.id], { from: wall('07-10'), to: wall('07-12') })).code).toBe(200)
  })

  test('where the clocks are put forward over its time, is refused there', async () => {
    const site = await makeSite(server.db, { time_zone: 'Europe/Berlin' })
    // The last Sunday of March.
    const last = new Date(Date.UTC(YEAR, 2, 31))
    const day = 31 - last.getUTCDay()
    const said = await errorsOf(
      assign((await makeStrategy(server.db)).id, [site.id], { from: wall(`03-${day}`, '02:30') }),
    )
    expect(said.from).toContain(site.name)
  })

  test('for all of the sites or for none', async () => {
    const [one, two] = [await makeSite(server.db), await makeSite(server.db)]
    const winter = await makeStrategy(server.db)
    await assign(winter.id, [two.id], { from: wall('03-01') })
    expect((await assign(winter.id, [one.id, two.id], { from: wall('03-01') })).code).toBe(422)
    expect(await linesAt(one.id)).toHaveLength(1)
  })

  test('needs the right to change these sites', async () => {
    const [theirs, other] = [await makeSite(server.db), await makeSite(server.db)]
    const winter = await makeStrategy(server.db)
    const scope = { data_scope: 'sites' as const, site_ids: [theirs.id] }
    const may = await server.signIn({ permissions: ['site.update', 'site.list', 'strategy.list'], ...scope })
    const mayNot = await server.signIn({ permissions: ['strategy.update', 'strategy.list'], ...scope })
    const tries = (user: typeof may, site_ids: number[]) =>
      server.call(assignStrategy.path, { id: winter.id, site_ids, from: wall('03-01'), to: null }, { as: user })
    expect((await tries(mayNot, [theirs.id])).code).toBe(403)
    expect((await tries(may, [theirs.id, other.id])).data.errors).toHaveProperty('site_ids')
    expect((await tries(may, [theirs.id])).code).toBe(200)
    await assign(winter.id, [other.id])
    const { data } = await server.call(strategyView, { id: winter.id }, { as: may })
    expect(data.sites.map(({ id }) => id)).toEqual([theirs.id])
  })
})

test('the list of sites says what holds now and what begins next, and finds a site by either', async () => {
  const [fair, winter, never] = [
    await makeStrategy(server.db),
    await makeStrategy(server.db),
    await makeStrategy(server.db),
  ]
  const site = await makeSite(server.db)
  const standing = site.strategy_id as number
  const inMinutes = (minutes: number) => new Date(Date.now() + 8 * HOUR + minutes * 60_000).toISOString().slice(0, 16)
  const found = async (strategy_id: number) => {
    const { data } = await server.call('/system/park-lot/index', { strategy_id: [strategy_id] })
    return data.rows.map(({ id }: { id: number }) => id)
  }
  expect(await assign(fair.id, [site.id], { to: inMinutes(90) })).toMatchObject({ code: 200 })
  const { data } = await server.call('/system/park-lot/index', { id: [site.id] })
  expect(data.rows[0].prices).toEqual({
    now: { id: fair.id, title: fair.name },
    next: {
      from: `${new Date(Date.parse(`${inMinutes(90)}:00Z`) - 8 * HOUR).toISOString()}`,
      strategy: expect.objectContaining({ id: standing }),
    },
  })
  expect(await assign(winter.id, [site.id], { from: wall('11-01') })).toMatchObject({ code: 200 })
  expect(await Promise.all([fair.id, standing, winter.id].map(found))).toEqual([[site.id], [site.id], [site.id]])
  expect(await found(never.id)).toEqual([])
  // What was over before it began to count is not found any more.
  await server.db
    .updateTable('strategy_period')
    .set({ starts_at: '2026-01-01T00:00:00Z', ends_at: '2026-01-02T00:00:00Z' })
    .where('strategy_id', '=', fair.id)
    .execute()
  expect(await found(fair.id)).toEqual([])
})

describe('the days on which a strategy is valid', () => {
  test('are in order', async () => {
    const rule_ids = [(await makeRule(server.db)).id]
    const draft = {
      name: `S ${next()}`,
      rule_ids,
      valid_from: wall('05-02').slice(0, 10),
      valid_to: wall('05-01').slice(0, 10),
    }
    expect((await server.call('/system/strategy/create', draft)).data.errors).toHaveProperty('valid_to')
  })

  test.each([
    ['begins before them', ['02-01', null], { from: wall('01-31') }, 'from'],
    ['has no end and nothing that follows', [null, '09-30'], { from: wall('06-01') }, 'from'],
    ['ends after them', ['06-01', '09-30'], { from: wall('06-01'), to: wall('10-02') }, 'to'],
  ] as const)('refuse a plan that %s', async (_, [from, to], times, field) => {
    const site = await makeSite(server.db)
    const bounded = await valid(from && `${YEAR}-${from}`, to && `${YEAR}-${to}`)
    expect((await errorsOf(assign(bounded.id, [site.id], times)))[field]).toMatch(/would have no price/)
    expect(await linesAt(site.id)).toHaveLength(1)
  })

  test('are kept where another follows in time', async () => {
    const site = await makeSite(server.db)
    const summer = await valid(`${YEAR}-06-01`, `${YEAR}-09-30`)
    const given = await assign(summer.id, [site.id], { from: wall('06-01'), to: wall('10-01') })
    expect(given).toMatchObject({ code: 200 })
    expect(await linesAt(site.id)).toEqual([
      [site.strategy_id, null, at(wall('06-01'))],
      [summer.id, at(wall('06-01')), at(wall('10-01'))],
      [site.strategy_id, at(wall('10-01')), null],
    ])
    const shorter = { id: summer.id, version: 1, valid_to: `${YEAR}-08-31` }
    const answer = await server.call('/system/strategy/update', shorter, { language: 'en' })
    expect(answer.data.errors.valid_to).toContain(`From ${YEAR}-09-01 00:00 on ${site.name} would have no price`)
    const longer = { ...shorter, valid_to: `${YEAR}-10-31` }
    expect((await server.call('/system/strategy/update', longer)).code).toBe(200)
  })

  test("refuse a site's own field as well, and a site that is made", async () => {
    const site = await makeSite(server.db)
    const over = await valid(null, `${YEAR}-01-31`)
    const change = { id: site.id, version: 1, strategy_id: over.id }
    expect((await server.call('/system/park-lot/update', change)).data.errors).toHaveProperty('strategy_id')
    const made = { name: `Lot ${next()}`, strategy_id: over.id }
    expect((await server.call('/system/park-lot/create', made)).data.errors).toHaveProperty('strategy_id')
    await assign((await makeStrategy(server.db)).id, [site.id], { from: wall('02-01') })
    expect((await server.call('/system/park-lot/update', change)).code).toBe(200)
  })
})

describe('what is planned', () => {
  async function planned(times: Given) {
    const site = await makeSite(server.db)
    const winter = await makeStrategy(server.db)
    await assign(winter.id, [site.id], times)
    const { stretches } = (await server.call(pricePlan, { id: site.id })).data
    const found = stretches.find(({ period_id }) => period_id !== null)
    return { site, winter, drop: () => server.call(dropPeriod.path, { id: site.id, period_id: found?.period_id ?? 0 }) }
  }

  test('is taken back', async () => {
    const { site, drop } = await planned({ from: wall('03-01') })
    expect((await drop()).code).toBe(200)
    expect(await linesAt(site.id)).toEqual([[site.strategy_id, null, null]])
    expect((await drop()).code, 'a second time').toBe(409)
  })

  test('ends at once where it holds already for a time', async () => {
    const { site, winter, drop } = await planned({ to: wall('03-01') })
    expect((await priceNow(site.id)).strategy?.id).toBe(winter.id)
    expect((await drop()).code).toBe(200)
    expect((await priceNow(site.id)).strategy?.id).toBe(site.strategy_id)
  })

  test('is not taken back where a price would be missing then', async () => {
    const site = await makeSite(server.db)
    await assign((await makeStrategy(server.db)).id, [site.id], { from: wall('02-01') })
    const over = await valid(null, `${YEAR}-01-31`)
    await assign(over.id, [site.id])
    const { stretches } = (await server.call(pricePlan, { id: site.id })).data
    const body = { id: site.id, period_id: stretches[1]?.period_id ?? 0 }
    expect((await server.call(dropPeriod.path, body)).data.errors.period_id).toBeTruthy()
  })

  test('keeps its strategy in use: it is neither disabled nor deleted, and deleted once nothing needs it', async () => {
    const { site, winter, drop } = await planned({ from: wall('03-01') })
    const disable = { id: winter.id, version: 1, status: 'disabled' }
    expect((await server.call('/system/strategy/update', disable)).message).toContain(site.name)
    expect((await server.call('/system/strategy/delete', { id: winter.id })).message).toContain(site.name)
    await drop()
    expect(await server.call('/system/strategy/delete', { id: winter.id })).toMatchObject({ code: 200 })
  })

  test('keeps its time on the clock of a site that is put into another zone', async () => {
    const { site, winter } = await planned({ from: wall('03-01'), to: wall('03-02') })
    await server.call('/system/park-lot/update', { id: site.id, version: 1, time_zone: 'Europe/Berlin' })
    const [from, to] = [at(wall('03-01'), 'Europe/Berlin'), at(wall('03-02'), 'Europe/Berlin')]
    expect((await linesAt(site.id))[1]).toEqual([winter.id, from, to])
  })
})

test('a session entered later is priced by the strategy that held when it ran', async () => {
  const rule = async (fee: number) => (await makeRule(server.db, { electricity_fee: fee, service_fee: 0 })).id
  const [old, young] = [
    await makeStrategy(server.db, { rule_ids: [await rule(100)] }),
    await makeStrategy(server.db, { rule_ids: [await rule(137)] }),
  ]
  const site = await makeSite(server.db, { strategy_id: old.id })
  const pile = await makePile(server.db, { site_id: site.id })
  const change = Date.now() - 10 * HOUR
  await server.db
    .insertInto('strategy_period')
    .values({ site_id: site.id, strategy_id: young.id, starts_at: new Date(change).toISOString(), ends_at: null })
    .execute()
  const begun = (start: number) => ({
    ...{ pile_id: pile.id, connector_number: 1, energy_wh: 9_999 },
    ...{ started_at: new Date(start).toISOString(), ended_at: new Date(start + HOUR / 2).toISOString() },
  })
  const costs = async (start: number) => (await server.call(priceOrder, begun(start))).data.total_cents
  expect(await costs(change - 1000)).toBe(1000)
  expect(await costs(change)).toBe(1370)
  // An order of before the change never says what held after it, whatever was changed meanwhile.
  await server.call(createOrder, { ...begun(change - HOUR), remark: 'no network' })
  await server.call('/system/strategy/update', { id: young.id, version: 1, name: `Renamed ${next()}` })
  expect(await costs(change + HOUR)).toBe(1370)
})

test('the database and the time line agree on every hour', async () => {
  const strategies = [
    await makeStrategy(server.db),
    await makeStrategy(server.db),
    await valid('2026-10-24', '2026-10-27'),
  ]
  const start = Date.UTC(2026, 9, 20)
  let state = 7
  const roll = (sides: number) => {
    state = (state * 48_271) % 2_147_483_647
    return state % sides
  }
  for (const time_zone of ['Europe/Berlin', 'Asia/Shanghai', 'America/New_York']) {
    const site = await makeSite(server.db, { time_zone, strategy_id: strategies[0]?.id ?? null })
    const when = (hours: number) => new Date(start + hours * HOUR).toISOString()
    const rows = Array.from({ length: 4 }, (_, index) => {
      const from = roll(200)
      const ends_at = index === 0 ? when(from + 1 + roll(60)) : null
      return { site_id: site.id, strategy_id: strategies[roll(3)]?.id ?? null, starts_at: when(from), ends_at }
    })
    await server.db.insertInto('strategy_period').values(rows).execute()
    const [plan] = await plansOf(server.db, [site.id])
    const stretches = plan ? stretchesFrom(plan, start) : []
    for (let hour = 0; hour < 220; hour += 1) {
      const instant = start + hour * HOUR
      const shown = stretches.find(({ from, to }) => from <= instant && (to === null || instant < to))
      const found = (await strategiesAt(server.db, [site.id], instant)).get(site.id)?.id ?? null
      expect(found, `${time_zone} ${when(hour)}`).toBe(shown?.strategy_id)
    }
  }
})
