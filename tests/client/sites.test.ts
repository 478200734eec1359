import { describe, expect, test } from 'vitest'
import { mapApp } from '../../src/client/sites/map-app.ts'
import { conditionOf, countMoods, matching, needFirst } from '../../src/client/sites/site-now.ts'
import { rowsOf, soughtIn } from '../../src/shared/domain/berth-rows.ts'
import type { Spot } from '../../src/shared/endpoints/berths.ts'
import type { SiteNow } from '../../src/shared/endpoints/sites.ts'

const site = (name: string, states: SiteNow['states'], address: string | null = null): SiteNow => ({
  ...{ id: 1, name, address, region_id: null, longitude: null, latitude: null, maintenance: 0, piles: 1 },
  states,
})
const names = (sites: readonly SiteNow[]) => sites.map(({ name }) => name)

test.each([
  [{ faulted: 1, available: 9 }, 'faulted'],
  [{ available: 1, offline: 3 }, 'available'],
  [{ charging: 2, offline: 1 }, 'busy'],
  [{ reserved: 1 }, 'busy'],
  [{ offline: 2 }, 'dark'],
  [{}, 'empty'],
] as const)('a site with %j is %s', (states, mood) => {
  expect(conditionOf(states)).toBe(mood)
})

describe('the sites of a network', () => {
  const all = [
    site('Calm', { available: 4 }, '1 Quiet Lane'),
    site('Dark', { available: 1, offline: 2 }),
    site('Broken', { faulted: 1, offline: 1 }),
    site('Worse', { faulted: 2 }, '7 Long Road'),
    site('Also calm', { charging: 1 }),
  ]

  test('stand with what needs a person first', () => {
    expect(names(needFirst(all))).toEqual(['Worse', 'Broken', 'Dark', 'Also calm', 'Calm'])
  })

  test('are found by every word, wherever it stands, and by what they are', () => {
    expect(names(matching(all, 'LANE calm', new Set()))).toEqual(['Calm'])
    expect(names(matching(all, '', new Set(['faulted', 'busy'])))).toEqual(['Broken', 'Worse', 'Also calm'])
    expect(names(matching(all, 'road', new Set(['busy'])))).toEqual([])
  })

  test('are counted by what they are', () => {
    expect(countMoods(all)).toEqual({ faulted: 2, available: 2, busy: 1, dark: 0, empty: 0 })
  })
})

test('berths whose numbers begin alike stand in a row', () => {
  const spots = ['A-1', 'A-2', 'B-1', 'VIP', '7', '8'].map((serial, id) => ({ id, serial }) as Spot)
  expect(rowsOf(spots).map(({ name, spots }) => [name, spots.length])).toEqual([
    ['A-', 2],
    ['B-', 1],
    ['VIP', 1],
    ['', 2],
  ])
})

test.each([
  ['a7', 'A-07'],
  ['A-07', 'A-07'],
  ['7', '7'],
  ['b', 'B-1'],
  ['17', 'A-17'],
  ['车位 2', '车位-2'],
  ['Z', null],
  [' ', null],
])('who types %j means the berth %s', (typed, serial) => {
  const serials = ['A-7-1', 'A-07', 'A-17', 'B-1', '车位-2', '7', '70']
  const spots = serials.map((each, id) => ({ id, serial: each }) as Spot)
  expect(soughtIn(spots, typed)?.serial ?? null).toBe(serial)
})

test('the way there opens in the map that the device has', () => {
  const place = { name: 'West Lake & Co', longitude: 120.1, latitude: 30.2 }
  expect(mapApp(place, 'Mozilla/5.0 (Linux; Android 15)')).toBe('geo:30.2,120.1?q=30.2,120.1(West%20Lake%20%26%20Co)')
  expect(mapApp(place, 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0)')).toBe(
    'https://maps.apple.com/?ll=30.2,120.1&q=West%20Lake%20%26%20Co',
  )
})
