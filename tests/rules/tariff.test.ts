import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Tariff, tariffOf } from '../../src/shared/domain/bands.ts'
import { occupationLines } from '../../src/shared/domain/occupation.ts'
import { EnergyPrice, energyLines, type MeterPoint, sumOf } from '../../src/shared/domain/tariff.ts'
import { siteClock } from '../../src/shared/domain/time-zone.ts'
import type { FrozenRule } from '../../src/shared/endpoints/orders.ts'
import { at, makeRule, summer } from './rules.ts'

const made = (rules: FrozenRule[], zone: string) => tariffOf(rules, siteClock(zone)) as Tariff
const shanghai = made(summer, 'Asia/Shanghai')

const point = (time: string, wh: number): MeterPoint => ({ at: at(time), wh })
const dayOf = (time: string) => `2026-11-20T${time}+08:00`

/** The order that the design shows. */
const session = [
  point(dayOf('14:52:03'), 18_204_310),
  point(dayOf('15:00:00'), 18_210_430),
  point(dayOf('15:50:21'), 18_235_270),
]

test('prices the order of the design to the cent', () => {
  const lines = energyLines(shanghai, session)
  expect(
    lines.map(({ band, wh, electricity_cents, service_cents }) => [band, wh, electricity_cents + service_cents]),
  ).toEqual([
    ['sharp', 6120, 1236],
    ['peak', 24_840, 4422],
  ])
  const occupation = occupationLines(shanghai, at(dayOf('15:50:21')), at(dayOf('16:08:21')))
  expect(occupation.map(({ seconds, occupation_cents }) => [seconds, occupation_cents])).toEqual([[180, 75]])
  expect(occupation[0]?.from).toBe('2026-11-20T08:05:21.000Z')
  expect(sumOf([...lines, ...occupation])).toMatchObject({ energy_wh: 30_960, total_cents: 5733 })
})

test('prices the design’s “try it”: 30 kWh from 14:30, 45 min, unplugged 20 min later', () => {
  const end = at(dayOf('15:15:00'))
  const energy = energyLines(shanghai, [point(dayOf('14:30:00'), 0), { at: end, wh: 30_000 }])
  const sum = sumOf([...energy, ...occupationLines(shanghai, end, end + 20 * 60_000)])
  expect(sum).toMatchObject({ electricity_cents: 4620, service_cents: 1200, occupation_cents: 125, total_cents: 5945 })
  expect(sum.total_cents - sum.cost_cents).toBe(2805)
})

const day = makeRule({ name: 'day', start_hour: 6, end_hour: 22, electricity_fee: 100, service_fee: 0 })
const night = makeRule({ name: 'night', start_hour: 22, end_hour: 6, electricity_fee: 40, service_fee: 0 })

test.each([
  ['inside one band', 'Asia/Shanghai', '2026-11-20T10:00+08:00', '2026-11-20T11:00+08:00', 7000, { day: 700 }],
  [
    'over a boundary',
    'Asia/Shanghai',
    '2026-11-20T21:00+08:00',
    '2026-11-20T23:00+08:00',
    8000,
    { day: 400, night: 160 },
  ],
  ['from mid-hour', 'Asia/Shanghai', '2026-11-20T21:50+08:00', '2026-11-20T22:10+08:00', 2000, { day: 100, night: 40 }],
  ['past midnight', 'Asia/Shanghai', '2026-11-20T23:00+08:00', '2026-11-21T01:00+08:00', 1000, { night: 40 }],
  [
    'in a zone of half hours',
    'Asia/Kolkata',
    '2026-11-20T21:00+05:30',
    '2026-11-20T23:00+05:30',
    8000,
    { day: 400, night: 160 },
  ],
  [
    'in a zone of quarter hours',
    'Asia/Kathmandu',
    '2026-11-20T21:00+05:45',
    '2026-11-20T23:00+05:45',
    8000,
    { day: 400, night: 160 },
  ],
  // 00:00 to 08:00 by the wall is 7 hours long, 5 of them night.
  [
    'in the night that loses an hour',
    'Europe/Berlin',
    '2026-03-29T00:00+01:00',
    '2026-03-29T08:00+02:00',
    7000,
    { night: 200, day: 200 },
  ],
  // 00:00 to 08:00 by the wall is 9 hours long, 7 of them night.
  [
    'in the night that gains an hour',
    'Europe/Berlin',
    '2026-10-25T00:00+02:00',
    '2026-10-25T08:00+01:00',
    9000,
    { night: 280, day: 200 },
  ],
])('prices a session %s', (_, zone, from, to, wh, expected) => {
  const lines = energyLines(made([day, night], zone), [point(from, 0), point(to, wh)])
  expect(Object.fromEntries(lines.map((line) => [line.name, line.electricity_cents]))).toEqual(expected)
})

test('the hour that the clocks repeat is one line with the hour before it', () => {
  const rules = [
    makeRule({ start_hour: 2, end_hour: 3, name: 'two' }),
    makeRule({ start_hour: 3, end_hour: 2, name: 'rest' }),
  ]
  const berlin = made(rules, 'Europe/Berlin')
  const lines = energyLines(berlin, [point('2026-10-25T01:30+02:00', 0), point('2026-10-25T03:30+01:00', 3000)])
  expect(lines.map(({ name, seconds, wh }) => [name, seconds, wh])).toEqual([
    ['rest', 1800, 500],
    ['two', 7200, 2000],
    ['rest', 1800, 500],
  ])
})

test('rules that leave an hour out price nothing', () => {
  expect(tariffOf([day], siteClock('Asia/Shanghai'))).toBeNull()
})

// ── properties ────────────────────────────────────────────────────────────

const zone = fc.constantFrom('Asia/Shanghai', 'Europe/Berlin', 'Asia/Kathmandu', 'Australia/Lord_Howe')
const fee = fc.integer({ min: 0, max: 400 })
const tariffs = fc
  .record({
    zone,
    cuts: fc.uniqueArray(fc.integer({ min: 0, max: 23 }), { minLength: 1, maxLength: 8 }),
    fees: fc.array(fc.tuple(fee, fee, fee, fc.integer({ min: 0, max: 3000 })), { minLength: 8, maxLength: 8 }),
  })
  .map(({ zone, cuts, fees }) => {
    const sorted = cuts.toSorted((a, b) => a - b)
    const rules = sorted.map((start_hour, index) => {
      const [electricity_fee, service_fee, electricity_cost, occupation_fee] = fees[index] as [
        number,
        number,
        number,
        number,
      ]
      const end_hour = sorted[(index + 1) % sorted.length] as number
      return makeRule({ start_hour, end_hour, electricity_fee, service_fee, electricity_cost, occupation_fee })
    })
    return made(rules, zone)
  })

const start = fc.integer({ min: at('2026-03-01T00:00:00Z'), max: at('2026-11-30T00:00:00Z') })
const steps = fc.array(
  fc.tuple(fc.integer({ min: 1, max: 3 * 3_600_000 }), fc.double({ min: 0, max: 30_000, noNaN: true })),
  { minLength: 1, maxLength: 40 },
)
const sessions = fc.tuple(start, fc.integer({ min: 0, max: 50_000_000 }), steps).map(([from, meter, found]) => {
  const points: MeterPoint[] = [{ at: from, wh: meter }]
  for (const [ms, wh] of found) {
    const last = points.at(-1) as MeterPoint
    points.push({ at: last.at + ms, wh: last.wh + wh })
  }
  const last = points.at(-1) as MeterPoint
  last.wh = Math.ceil(last.wh)
  return points
})

const drawn = (points: MeterPoint[]) => (points.at(-1)?.wh ?? 0) - (points[0]?.wh ?? 0)

test('the lines’ energy is the session’s, to the Wh', () => {
  fc.assert(
    fc.property(tariffs, sessions, (tariff, points) => {
      expect(sumOf(energyLines(tariff, points)).energy_wh).toBe(drawn(points))
    }),
    { numRuns: 500 },
  )
})

test('the lines add up to the total, and each lies within half a cent of its exact price', () => {
  fc.assert(
    fc.property(tariffs, sessions, (tariff, points) => {
      const lines = energyLines(tariff, points)
      for (const line of lines) {
        const exact = (line.wh * (line.electricity_fee + line.service_fee)) / 1000
        expect(Math.abs(line.electricity_cents + line.service_cents - exact)).toBeLessThanOrEqual(0.5)
        expect(Math.min(line.electricity_cents, line.service_cents, line.wh - 1)).toBeGreaterThanOrEqual(0)
      }
      const sum = sumOf(lines)
      const ofLines = lines.reduce((all, line) => all + line.electricity_cents + line.service_cents, 0)
      expect(sum.total_cents).toBe(ofLines)
      expect(sum.total_cents).toBe(sum.electricity_cents + sum.service_cents)
    }),
    { numRuns: 500 },
  )
})

test('the live price ends at the final price, whatever was asked on the way', () => {
  fc.assert(
    fc.property(tariffs, sessions, (tariff, [first, ...rest]) => {
      const live = new EnergyPrice(tariff, first as MeterPoint)
      let shown = 0
      for (const next of rest) {
        live.add(next)
        expect(live.cents).toBeGreaterThanOrEqual(shown)
        expect(live.cents).toBe(sumOf(live.lines()).total_cents)
        shown = live.cents
      }
      expect(live.lines()).toEqual(energyLines(tariff, [first as MeterPoint, ...rest]))
      expect(shown).toBe(sumOf(energyLines(tariff, [first as MeterPoint, ...rest])).total_cents)
    }),
    { numRuns: 300 },
  )
})

test('one reading more, on the straight line between two others, changes nothing by more than a Wh', () => {
  fc.assert(
    fc.property(tariffs, sessions, fc.double({ min: 0, max: 1, noNaN: true }), (tariff, points, part) => {
      const [a, b] = points as [MeterPoint, MeterPoint]
      const middle = { at: a.at + Math.floor((b.at - a.at) * part), wh: 0 }
      middle.wh = a.wh + ((b.wh - a.wh) * (middle.at - a.at)) / (b.at - a.at)
      const whole = energyLines(tariff, points)
      const more = energyLines(tariff, [a, middle, ...points.slice(1)])
      expect(sumOf(more).energy_wh).toBe(sumOf(whole).energy_wh)
      for (const line of more) {
        const same = whole.find(({ from }) => from === line.from)
        expect(Math.abs(line.wh - (same?.wh ?? 0))).toBeLessThanOrEqual(1)
      }
    }),
    { numRuns: 300 },
  )
})

test('a session billed as two loses no Wh and no cent beyond one rounding a line', () => {
  fc.assert(
    fc.property(tariffs, sessions, fc.nat(), (tariff, points, pick) => {
      const whole = points.map(({ at, wh }) => ({ at, wh: Math.round(wh) }))
      const cut = pick % whole.length
      const one = energyLines(tariff, whole)
      const two = [...energyLines(tariff, whole.slice(0, cut + 1)), ...energyLines(tariff, whole.slice(cut))]
      expect(sumOf(two).energy_wh).toBe(sumOf(one).energy_wh)
      const dearest = Math.max(...tariff.rules.map((rule) => rule.electricity_fee + rule.service_fee))
      // A cent a line for rounding, and a Wh a line that falls on the other side of a boundary.
      const allowed = two.length * (1 + dearest / 1000)
      expect(Math.abs(sumOf(two).total_cents - sumOf(one).total_cents)).toBeLessThanOrEqual(allowed)
    }),
    { numRuns: 500 },
  )
})

test('occupation is charged for the whole seconds after the free interval, no matter how many bands it crosses', () => {
  fc.assert(
    fc.property(tariffs, start, fc.integer({ min: 0, max: 40 * 3_600_000 }), (tariff, ended, stayed) => {
      const lines = occupationLines(tariff, ended, ended + stayed)
      const paying = tariff.rules.every((rule) => rule.occupation_fee > 0)
      const seconds = lines.reduce((all, line) => all + line.seconds, 0)
      const expected = Math.max(Math.floor(stayed / 1000) - 15 * 60, 0)
      if (paying) expect(seconds).toBe(expected)
      else expect(seconds).toBeLessThanOrEqual(expected)
      for (const line of lines)
        expect(line.occupation_cents).toBe(Math.round((line.seconds * line.occupation_fee) / 3600))
    }),
    { numRuns: 300 },
  )
})

test('a cable pulled within the free interval costs nothing', () => {
  const ended = at(dayOf('15:50:21'))
  expect(occupationLines(shanghai, ended, ended + 15 * 60_000)).toEqual([])
  expect(occupationLines(shanghai, ended, ended + 15 * 60_000 + 999)).toEqual([])
})
