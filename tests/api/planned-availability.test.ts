import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { setPeriod } from '../../src/server/kit/crud/period.ts'
import { NOBODY } from '../../src/server/kit/person.ts'
import { statisticsOf } from '../../src/server/statistics/statistics.ts'
import { pileRanking } from '../../src/shared/entities/pile-ranking.ts'
import { makeAlarm, makeMaintenance, makePile, makeSite } from '../make.ts'
import { type FreshDatabase, freshDatabase } from '../setup/database.ts'

/**
 * Availability leaves planned work out, both of the time there and of the time down. It is worked out here by another way: five minutes
 * after five minutes, each pile's is asked whether it stood there, was worked on, was offline or had a fault.
 */

let database: FreshDatabase
beforeAll(async () => {
  database = await freshDatabase()
  await plant()
})
afterAll(() => database.drop())

const STEP = 300_000
const HOUR = 3_600_000
const ZONES = ['Asia/Shanghai', 'America/New_York'] as const
/** The clocks of New York go back on 2 November. */
const SPAN = { from: '2025-10-30', to: '2025-11-04' }
const FIRST = Date.parse('2025-10-29T00:00:00Z')

interface Spell {
  from: number
  to: number
}
interface Pile {
  id: number
  zone: (typeof ZONES)[number]
  site_id: number
  planned: Spell[]
  down: Spell[]
}
const piles: Pile[] = []

/** The same numbers on every run, on whole five minutes. */
let state = 11
const random = () => {
  state = (state * 48_271) % 2_147_483_647
  return state / 2_147_483_647
}
const spell = (most: number): Spell => {
  const from = FIRST + Math.floor((random() * 7 * 24 * HOUR) / STEP) * STEP
  return { from, to: from + Math.ceil((random() * most) / STEP) * STEP }
}
const iso = (at: number) => new Date(at).toISOString()

async function plant() {
  const { db } = database
  const given = { created_at: '2025-01-01T00:00:00Z', last_seen_at: '2025-11-10T00:00:00Z', connectors: 1 }
  for (const zone of ZONES) {
    const { id: site_id } = await makeSite(db, { time_zone: zone })
    const here: Pile[] = []
    for (let nth = 0; nth < 3; nth++) {
      const { id } = await makePile(db, { ...given, site_id } as never)
      here.push({ id, zone, site_id, planned: [], down: [] })
    }
    for (const pile of here) await break_(pile)
    // At the whole site, at some piles, overlapping, across midnight and both ends of the period.
    for (let nth = 0; nth < 4; nth++) await planned(here, spell(9 * HOUR))
    for (let nth = 0; nth < 4; nth++) await planned(here, spell(15 * HOUR), here.slice(nth % 3, (nth % 3) + 2))
    piles.push(...here)
  }
  await moved()
  await wholly()
}

async function break_(pile: Pile) {
  for (let nth = 0; nth < 4; nth++) {
    const off = spell(10 * HOUR)
    const fault = spell(10 * HOUR)
    await database.db
      .insertInto('offline_record')
      .values({ pile_id: pile.id, offline_at: iso(off.from), online_at: iso(off.to) } as never)
      .execute()
    const at = { raised_at: iso(fault.from), cleared_at: iso(fault.to) }
    await makeAlarm(database.db, { pile_id: pile.id, site_id: pile.site_id, code: `E${nth}`, ...at })
    pile.down.push(off, fault)
  }
}

async function planned(here: Pile[], { from, to }: Spell, named: Pile[] = []) {
  const { site_id } = here[0] as Pile
  const ids = named.map(({ id }) => id)
  const ended = random() < 0.3 ? from + Math.floor((to - from) / STEP / 2) * STEP : to
  await makeMaintenance(database.db, {
    ...{ site_id, starts_at: iso(from), ends_at: iso(to), piles: ids },
    ...(ended < to && { ended_at: iso(ended) }),
  })
  for (const pile of named.length ? named : here) pile.planned.push({ from, to: ended })
}

/** One came from the other site in mid-work: what was planned there covers it until then, what is planned here from then on. */
async function moved() {
  const pile = piles[0] as Pile
  const other = piles.find(({ zone }) => zone !== pile.zone) as Pile
  const at = Date.parse('2025-11-01T12:00:00Z')
  const around = { from: at - 2 * HOUR, to: at + 2 * HOUR }
  await database.db.updateTable('pile').set({ site_id: other.site_id }).where('id', '=', pile.id).execute()
  await database.db.updateTable('pile').set({ site_id: pile.site_id }).where('id', '=', pile.id).execute()
  await sql`delete from pile_stay where pile_id = ${pile.id}`.execute(database.db)
  for (const [site_id, from, to] of [
    [other.site_id, '-infinity', iso(at)],
    [pile.site_id, iso(at), 'infinity'],
  ])
    await sql`insert into pile_stay values (${pile.id}, ${site_id}, ${from}::timestamptz, ${to}::timestamptz)`.execute(
      database.db,
    )
  // What its own site had planned as a whole before covers it no more; what the other one had then does.
  const { rows } = await sql<{ site_id: number; starts_at: string; over_at: string; whole: boolean; named: boolean }>`
    select site_id, starts_at, over_at, not exists (select from maintenance_pile n where n.maintenance_id = m.id) as whole,
      exists (select from maintenance_pile n where n.maintenance_id = m.id and n.pile_id = ${pile.id}) as named from maintenance m`.execute(
    database.db,
  )
  pile.planned = rows.flatMap(({ site_id, whole, named, starts_at, over_at }) => {
    const all = { from: Date.parse(starts_at), to: Date.parse(over_at) }
    if (named) return [all]
    if (!whole) return []
    return site_id === pile.site_id
      ? [{ ...all, from: Math.max(all.from, at) }]
      : [{ ...all, to: Math.min(all.to, at) }]
  })
  const here = piles.filter(({ zone }) => zone === pile.zone)
  await planned(here, around)
  pile.planned[pile.planned.length - 1] = { from: at, to: (pile.planned.at(-1) as Spell).to }
  const there = piles.filter(({ zone }) => zone === other.zone)
  await planned(there, around)
  const last = (there[0] as Pile).planned.at(-1) as Spell
  pile.planned.push({ from: last.from, to: Math.min(last.to, at) })
}

/** One that is worked on all the time. */
async function wholly() {
  const pile = piles.at(-1) as Pile
  const all = { from: FIRST - 24 * HOUR, to: FIRST + 12 * 24 * HOUR }
  const { id } = await makeMaintenance(database.db, {
    ...{ site_id: pile.site_id, starts_at: iso(all.from), ends_at: iso(all.to), piles: [pile.id] },
  })
  expect(id).toBeGreaterThan(0)
  pile.planned.push(all)
}

const dayAt = (zone: string) => {
  const format = new Intl.DateTimeFormat('en-CA', { timeZone: zone, year: 'numeric', month: '2-digit', day: '2-digit' })
  return (at: number) => format.format(at)
}
const isIn = (spells: readonly Spell[], at: number) => spells.some(({ from, to }) => from <= at && at < to)

/** How many steps of a pile's period were to count, and in how many of them it was down. */
function counted({ zone, planned, down }: Pile, { from, to }: typeof SPAN) {
  const day = dayAt(zone)
  let [there, away] = [0, 0]
  for (let at = FIRST - 24 * HOUR; at < FIRST + 9 * 24 * HOUR; at += STEP) {
    if (isIn(planned, at) || day(at) < from || day(at) > to) continue
    there++
    if (isIn(down, at)) away++
  }
  return { there, away }
}
const share = (of: readonly Pile[], span: typeof SPAN) => {
  const steps = of.map((pile) => counted(pile, span))
  const sum = (figure: 'there' | 'away') => steps.reduce((all, step) => all + step[figure], 0)
  const whole = sum('there')
  return whole === 0 ? null : Math.round(((whole - sum('away')) / whole) * 10_000)
}

const looking = () => ({ db: database.db, person: { ...NOBODY, reach: null } })
const ask = (by: 'pile' | 'site' | 'day' | 'week' | 'month', span = SPAN) =>
  statisticsOf(looking(), { by, ...span, compare: 'none' })

test.each([SPAN, { from: '2025-11-02', to: '2025-11-02' }])(
  'from $from to $to it is what each five minutes say',
  async (span) => {
    const { rows, total } = await ask('pile', span)
    const said = Object.fromEntries(rows.map(({ key, now }) => [key, now.availability]))
    const expected = Object.fromEntries(piles.map((pile) => [String(pile.id), share([pile], span)]))
    // Groups with neither a session nor a fault have no row.
    for (const [key, availability] of Object.entries(said)) expect([key, availability]).toEqual([key, expected[key]])
    expect(Object.keys(said).length).toBeGreaterThan(1)
    expect(total.now.availability).toBe(share(piles, span))
    const sites = await ask('site', span)
    for (const { key, now } of sites.rows)
      expect(now.availability).toBe(
        share(
          piles.filter(({ site_id }) => String(site_id) === key),
          span,
        ),
      )
  },
)

test.each([
  ['day', ['10-30', '10-31', '11-01', '11-02', '11-03', '11-04'].map((day) => [day, day, day])],
  [
    'week',
    [
      ['10-27', '10-30', '11-02'],
      ['11-03', '11-03', '11-04'],
    ],
  ],
  [
    'month',
    [
      ['10-01', '10-30', '10-31'],
      ['11-01', '11-01', '11-04'],
    ],
  ],
] as const)('by %s it is what each five minutes of those days say', async (by, parts) => {
  const { rows } = await ask(by)
  const expected = parts.map(([key = '', from, to]) => [
    `2025-${key}`,
    share(piles, { from: `2025-${from}`, to: `2025-${to}` }),
  ])
  expect(rows.map(({ key, now }) => [key, now.availability])).toEqual(expected)
  expect(new Set(expected.map(([, availability]) => availability)).size).toBeGreaterThan(1)
})

test('a pile that was worked on all the time has no availability, and no share of being down', async () => {
  const pile = piles.at(-1) as Pile
  expect(share([pile], SPAN)).toBeNull()
  const { rows } = await ask('pile')
  expect(rows.find(({ key }) => key === String(pile.id))?.now.availability).toBeNull()
  await database.db.transaction().execute(async (trx) => {
    await setPeriod(trx, pileRanking, { period: SPAN })
    const ranked = await sql<{ id: number; down_share: number | null; down: number; planned_seconds: number }>`
      select id, down_share, down_seconds as down, planned_seconds from pile_ranking order by id`.execute(trx)
    expect(ranked.rows.at(-1)).toMatchObject({ id: pile.id, down_share: null, down: 0 })
    // The list of the worst piles says the same.
    for (const { id, down_share } of ranked.rows) {
      const { there, away } = counted(piles.find((one) => one.id === id) as Pile, SPAN)
      expect([id, down_share]).toEqual([id, there ? Math.round((away * 10_000) / there) : null])
    }
  })
})

test('a pile that moves is noted by itself, from when to when it stood where', async () => {
  const { db } = database
  const [a, b] = [await makeSite(db), await makeSite(db)]
  const { id } = await makePile(db, { site_id: a.id })
  await db.updateTable('pile').set({ site_id: b.id }).where('id', '=', id).execute()
  await db.updateTable('pile').set({ site_id: null }).where('id', '=', id).execute()
  const { rows } = await sql<{ site_id: number; open: boolean; first: boolean }>`
    select site_id, to_at = 'infinity' as open, from_at = '-infinity' as first from pile_stay where pile_id = ${id} order by from_at`.execute(
    db,
  )
  expect(rows).toEqual([
    { site_id: a.id, open: false, first: true },
    { site_id: b.id, open: false, first: false },
  ])
})
