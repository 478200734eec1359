import {
  isTime,
  type StatisticFigures,
  type StatisticKind,
  type Statistics,
} from '../../shared/endpoints/statistics.ts'
import type { Looking } from '../kit/context.ts'
import { earlier, upTo } from '../kit/figures/periods.ts'
import { builtUntil, type DaySpan } from '../kit/figures/read.ts'
import { maySeeMoney } from '../kit/person.ts'
import { watchedByCalendar } from './calendar.ts'
import { type Faults, faultsOf, hasFaults } from './faults.ts'
import { type Asked, type Sums, sumsOf, titlesOf, todayOf } from './figures.ts'
import { hasOwed, type Owed, owedOf } from './owed.ts'
import { plus } from './plus.ts'
import { gunSecondsByClock, hasGuns, type Presence, presenceOf, type Watched } from './presence.ts'
import { stepsOf } from './steps.ts'

/** More groups than these nobody reads; the total is of all. */
const MOST_ROWS = 500

interface Question {
  by: StatisticKind
  from: string
  to: string
  compare: 'none' | 'before' | 'year'
  site_id?: number | null | undefined
}

/** What a period brought, told apart by one kind of group, and the same of the earlier period beside it. */
export async function statisticsOf(looking: Looking, question: Question): Promise<Statistics> {
  const { by, from, to, compare, site_id = null } = question
  const [today, built] = await Promise.all([todayOf(looking), builtUntil(looking.db)])
  const period = upTo({ from, to }, today)
  const before = compare === 'none' ? null : earlier({ from, to }, today, compare)
  const [now, then] = await Promise.all([
    told(looking, { by, span: period, site_id, built }),
    before && told(looking, { by, span: before, site_id, built }),
  ])
  const rows = rowsOf(by, { period, now, before, then })
  const shown = rows.slice(0, MOST_ROWS)
  const titles = await titlesOf(
    looking,
    by,
    shown.map(({ key }) => key),
  )
  return {
    period,
    before,
    total: { now: now.total, before: then?.total ?? null },
    rows: shown.map((row) => ({ ...row, title: titles.get(row.key) ?? null })),
    groups: rows.length,
  }
}

interface Told {
  total: StatisticFigures
  groups: ReadonlyMap<string, StatisticFigures>
  none: StatisticFigures
}

async function told(looking: Looking, asked: Asked): Promise<Told> {
  const { by } = asked
  const [sums, presences, byCalendar, byClock, faults, owed] = await Promise.all([
    sumsOf(looking, asked),
    presenceOf(looking, asked),
    watchedByCalendar(looking, asked),
    gunSecondsByClock(looking, asked),
    faultsOf(looking, asked),
    owedOf(looking, asked),
  ])
  const money = maySeeMoney(looking.person)
  const own = {
    present: byKey(presences),
    calendar: byKey(byCalendar),
    faults: byKey(faults),
    owed: byKey(owed),
    sums: byKey(sums),
  }
  const group = (key: string) =>
    figuresOf(own.sums.get(key) ?? { ...NOTHING, key }, money, {
      presence: hasGuns(by) ? own.present.get(key) : own.calendar.get(key),
      faults: hasFaults(by) ? (own.faults.get(key) ?? NO_FAULT) : null,
      owed: hasOwed(by) ? (own.owed.get(key) ?? NOTHING_OWED) : null,
      gun_seconds: byClock.get(key),
    })
  const keys = new Set([...(by === 'fault' ? [] : own.sums.keys()), ...own.calendar.keys(), ...byClock.keys()])
  for (const key of hasFaults(by) ? own.faults.keys() : []) keys.add(key)
  return {
    total: figuresOf(allOf(sums, NOTHING), money, {
      presence: allOf([...presences, ...byCalendar.map((row) => ({ ...NOBODY, ...row }))], NOBODY),
      faults: allOf(faults, NO_FAULT),
      owed: allOf(owed, NOTHING_OWED),
    }),
    groups: new Map([...keys].map((key) => [key, group(key)])),
    none: group(' '),
  }
}

const allOf = <R extends { key: string }>(rows: readonly R[], nothing: R) => rows.reduce((a, b) => plus(a, b), nothing)
const byKey = <R extends { key: string }>(rows: readonly R[]) => new Map(rows.map((row) => [row.key, row]))

interface Periods {
  period: DaySpan
  now: Told
  before: DaySpan | null
  then: Told | null
}

/** Times stand in their order beside the times of the same place in the earlier period, other groups beside themselves, the largest first. */
function rowsOf(by: StatisticKind, { period, now, before, then }: Periods) {
  const row = (key: string, keyBefore: string | undefined) => ({
    key,
    now: now.groups.get(key) ?? now.none,
    before: then && (then.groups.get(keyBefore ?? '') ?? then.none),
  })
  if (isTime(by)) {
    const earlierSteps = before ? stepsOf(by, before) : []
    return stepsOf(by, period).map((key, at) => row(key, earlierSteps[at]))
  }
  const keys = new Set([...now.groups.keys(), ...(then?.groups.keys() ?? [])])
  return [...keys].map((key) => row(key, key)).sort(mostFirst)
}

interface Compared {
  now: StatisticFigures
}
const mostFirst = (a: Compared, b: Compared) =>
  (b.now.income_cents ?? b.now.energy_wh) - (a.now.income_cents ?? a.now.energy_wh) ||
  b.now.sessions - a.now.sessions ||
  (b.now.faults ?? 0) - (a.now.faults ?? 0)

/** What is told beside the sums; null where groups have none of their own. */
interface Beside {
  /** Days, weeks and months have no guns of their own. */
  presence?: (Watched & { guns?: number }) | null | undefined
  faults: Faults | null
  owed: Owed | null
  /** By the clock guns are no group's own, but each hour is used for a share of their time. */
  gun_seconds?: number | undefined
}

function figuresOf(
  sums: Sums,
  money: boolean,
  { presence = null, faults, owed, gun_seconds }: Beside,
): StatisticFigures {
  const {
    key: _,
    facts: __,
    electricity_cents,
    service_cents,
    occupation_cents,
    refunded_cents,
    cost_cents,
    ...plain
  } = sums
  const income_cents = electricity_cents + service_cents + occupation_cents - refunded_cents
  const cents = {
    ...{ electricity_cents, service_cents, occupation_cents, refunded_cents, cost_cents, income_cents },
    owed_cents: owed?.owed_cents ?? null,
  }
  const hidden = Object.fromEntries(Object.keys(cents).map((name) => [name, null]))
  return {
    ...plain,
    ...(money ? cents : (hidden as Record<keyof typeof cents, null>)),
    faults: faults?.faults ?? null,
    repairs: faults?.repairs ?? null,
    repair_seconds: faults?.repair_seconds ?? null,
    guns: presence?.guns ?? null,
    utilisation: presence
      ? share(sums.charging_seconds, presence.gun_seconds)
      : gun_seconds === undefined
        ? null
        : share(sums.charging_seconds, gun_seconds),
    availability: presence && share(presence.pile_seconds - presence.down_seconds, presence.pile_seconds),
  }
}

/** In hundredths of a percent; null of nothing. */
const share = (part: number, whole: number) => (whole > 0 ? Math.round((part / whole) * 10_000) : null)

const NOTHING: Sums = {
  ...{ key: '', facts: 0, sessions: 0, energy_wh: 0, electricity_cents: 0, service_cents: 0, occupation_cents: 0 },
  ...{ refunded_cents: 0, cost_cents: 0, charging_seconds: 0, occupied_seconds: 0, failed_sessions: 0 },
}
const NO_FAULT: Faults = { key: '', faults: 0, repairs: 0, repair_seconds: 0 }
const NOTHING_OWED: Owed = { key: '', owed_cents: 0 }
const NOBODY: Presence = { key: '', guns: 0, gun_seconds: 0, pile_seconds: 0, down_seconds: 0 }
