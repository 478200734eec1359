import { expect, test } from 'vitest'
import { MEASURES, measuresOf, textOf } from '../../src/client/statistics/measures.ts'
import { groupsAsCsv } from '../../src/client/statistics/save-groups.ts'
import type { StatisticFigures, Statistics } from '../../src/shared/endpoints/statistics.ts'

const figures: StatisticFigures = {
  ...{ sessions: 4, energy_wh: 50_000, electricity_cents: 1_000, service_cents: 200, occupation_cents: 50 },
  ...{ refunded_cents: 2_250, income_cents: -1_000, cost_cents: 700, charging_seconds: 7_200, occupied_seconds: 1_800 },
  ...{
    failed_sessions: 1,
    owed_cents: 120,
    faults: 2,
    repairs: 1,
    repair_seconds: 5_400,
    guns: null,
    utilisation: null,
    availability: 9_931,
  },
}
const data: Statistics = {
  period: { from: '2026-10-01', to: '2026-10-31' },
  before: { from: '2026-09-01', to: '2026-09-30' },
  total: { now: figures, before: null },
  rows: [{ key: '1', title: '=HYPERLINK("x"), Hub', now: figures, before: { ...figures, energy_wh: 0, sessions: 0 } }],
  groups: 1,
}

test('a saved table bears each figure beside the earlier one, and a name is never a formula', () => {
  const csv = groupsAsCsv(data, { by: 'Site', titleOf: ({ title }) => title ?? '', word: (key) => key })
  const [heads = '', row = '', end] = csv.split('\r\n')
  expect(heads.split(',').slice(0, 5)).toEqual([
    'Site',
    'income ¥',
    'income ¥ 2026-09-01..2026-09-30',
    'energy kWh',
    'energy kWh 2026-09-01..2026-09-30',
  ])
  expect(row.startsWith(`"'=HYPERLINK(""x""), Hub",-10.00,-10.00,50.00,0.00,4,0,12.50,,`)).toBe(true)
  expect(end).toBe('')
})

test('what no group tells is no column: money without the right to it, guns of times', () => {
  const money = [
    'electricity_cents',
    'service_cents',
    'occupation_cents',
    'refunded_cents',
    'income_cents',
    'cost_cents',
    'owed_cents',
  ]
  const hidden = { ...figures, ...Object.fromEntries(money.map((name) => [name, null])) }
  expect(measuresOf([hidden]).map(({ key }) => key)).toEqual([
    ...['energy', 'sessions', 'energy_each', 'time_each', 'availability', 'first_right', 'charging', 'occupied'],
    ...['faults', 'repair'],
  ])
})

test.each([
  ['income_each', -250],
  ['time_each', 1_800],
  ['cost', 700],
  ['margin', -1_700],
  // Half an hour brought 50 cents.
  ['occupied_hour', 100],
])('of sessions there are an average, the cost, and what an hour of occupation brings: %s', (key, value) => {
  const measure = MEASURES.find((each) => each.key === key)
  expect(measure?.of(figures)).toBe(value)
  const nothing = { ...figures, sessions: 0, occupied_seconds: 0 }
  expect(measure?.of(nothing) === null).toBe(['income_each', 'time_each', 'occupied_hour'].includes(key))
})

test('faults are told by how many there were and how long one takes, and by nothing of sessions', () => {
  expect(measuresOf([figures], 'fault').map(({ key, of }) => [key, of(figures)])).toEqual([
    ['faults', 2],
    ['repair', 5_400],
  ])
})

test('a column has one unit, that of its largest', () => {
  const energy = MEASURES.find(({ key }) => key === 'energy')
  if (!energy) throw new Error('there is energy')
  const format = {
    quantity: (value: number, unit: string, digits: number) => `${value.toFixed(digits)} ${unit}`,
  } as never
  expect(textOf(energy, 5_000_000, format, 90_000_000)).toBe('5.0 MWh')
  expect(textOf(energy, 5_000_000, format, 6_000_000)).toBe('5000.00 kWh')
  expect(textOf(energy, null, format)).toBe('–')
})
