import { expect, test } from 'vitest'
import { inOrder, isOfToday, isShown, matterAt, stateAt, stopsOf, struckIn } from '../../src/client/piles/walk/stops.ts'
import { distanceM } from '../../src/shared/domain/distance.ts'
import type { Spot } from '../../src/shared/endpoints/berths.ts'
import type { WalkedPile } from '../../src/shared/endpoints/site-walk.ts'

type Gun = WalkedPile['connectors'][number]

const gun = (number: number, status: Gun['status']): Gun => ({
  ...{ number, status, status_at: '2026-11-24T08:00:00Z', error_code: null, vendor_code: null, info: null },
  ...{ power_w: null, current_ma: null, voltage_mv: null, soc: null, temperature_c: null, measured_at: null },
  order: null,
})
const pile = (id: number, status: Gun['status'], given: Partial<WalkedPile> = {}): WalkedPile => ({
  ...{ id, station_number: `CD-${id}`, state: status === 'Offline' ? 'offline' : 'available', last_seen_at: null },
  ...{ maintenance_until: null, connectors: [gun(1, status)], alarms: [], looked_at: null, looked_by: null },
  ...given,
})
const spot = (id: number, pile_id: number, place: [number, number] | null = null): Spot => ({
  ...{ id, serial: `A-${id}`, state: 'free', status: 'open', remark: null, plate: null, connector_number: 1 },
  ...{ pile: { id: pile_id, title: '' }, reserved_until: null, one_reserved_until: null },
  ...{ longitude: place?.[0] ?? null, latitude: place?.[1] ?? null },
})

const piles = [pile(1, 'Available'), pile(2, 'Faulted'), pile(3, 'Offline'), pile(4, 'Charging'), pile(5, 'Finishing')]
const spots = [spot(1, 4), spot(2, 3), spot(3, 2), spot(4, 1)]
const ids = (stops: ReturnType<typeof stopsOf>) => stops.map((stop) => stop.pile.id)

test('piles come in the order of their berths, one without a berth after them', () => {
  expect(ids(stopsOf(piles, spots))).toEqual([4, 3, 2, 1, 5])
})

test('what is broken comes first, then what is away, then what is occupied, else the berths', () => {
  expect(ids(inOrder(stopsOf(piles, spots), 'faulty', null))).toEqual([2, 3, 5, 4, 1])
})

type WalkedAlarm = WalkedPile['alarms'][number]

const alarm = (id: number, code: string, given: Partial<WalkedAlarm> = {}): WalkedAlarm => ({
  ...{ id, code, kind: 'fault', severity: 'minor', connector_number: null, raised_at: '2026-11-24T08:00:00Z' },
  ...{ assignee_name: null, ...given },
})

test('an open alarm needs hands, whatever the guns say', () => {
  const [stop] = stopsOf([pile(9, 'Available', { alarms: [alarm(1, 'X')] })], [])
  expect(stop && [stop.need, isShown(stop, 'needs'), isShown(stop, 'free')]).toEqual(['alarm', true, true])
})

/** What the plan shows at each of these berths. */
const plan = (piles: WalkedPile[], berths: Spot[]) => {
  const stops = new Map(stopsOf(piles, berths).map((stop) => [stop.pile.id, stop]))
  return berths.map((berth) => stateAt(berth, stops.get(berth.pile?.id ?? 0)))
}
const noPile = (given: Partial<Spot> = {}): Spot => ({ ...spot(8, 0), pile: null, connector_number: null, ...given })

test('the plan shows trouble where a card asks for hands, and nowhere else', () => {
  const alarmed = pile(9, 'Charging', { alarms: [alarm(1, 'X')] })
  const berths = [spot(1, 9), spot(2, 2), spot(3, 3), spot(4, 1), noPile(), noPile({ status: 'closed' })]
  expect(plan([alarmed, ...piles], berths)).toEqual([
    ...['alarm', 'faulted', 'offline', 'available', 'no_pile', 'closed'],
  ])
})

test('a berth that staff closed still shows what is wrong with its pile', () => {
  expect(plan(piles, [{ ...spot(1, 2), status: 'closed' }])).toEqual(['faulted'])
  expect(plan(piles, [{ ...spot(1, 1), status: 'closed' }])).toEqual(['closed'])
})

test('the trouble of one gun is at its own berth, where it has one', () => {
  const two = pile(9, 'Available', {
    connectors: [gun(1, 'Available'), gun(2, 'Charging')],
    alarms: [alarm(1, 'X', { connector_number: 2 })],
  })
  const second: Spot = { ...spot(2, 9), connector_number: 2 }
  expect(plan([two], [spot(1, 9), second])).toEqual(['available', 'alarm'])
  expect(plan([two], [spot(1, 9)])).toEqual(['alarm'])
})

test('the alarms of one pile are one matter, led by the worst', () => {
  const alarms = [alarm(1, 'ReaderFailure'), alarm(2, 'HighTemperature', { severity: 'critical' })]
  expect(matterAt(pile(9, 'Faulted', { alarms }))).toMatchObject({ id: 2, others: [{ id: 1 }] })
})

test('what struck three piles together is one matter; a pile where more is wrong stands by itself as well', () => {
  const dark = [1, 2, 3, 4].map((id) => pile(id, 'Offline', { alarms: [alarm(id, 'Offline')] }))
  const broken = pile(5, 'Faulted', { alarms: [alarm(5, 'Offline'), alarm(6, 'GroundFailure')] })
  const [struck, ...others] = struckIn(stopsOf([...dark, broken, pile(7, 'Available')], []))
  expect(others).toEqual([])
  expect(struck && [struck.matter.others?.length, ids([...struck.stops])]).toEqual([4, [1, 2, 3, 4]])
})

test('a pile that two faults struck with others stands under one of them', () => {
  const both = [1, 2, 3].map((id) =>
    pile(id, 'Offline', { alarms: [alarm(id, 'Offline'), alarm(id + 10, 'PowerSwitchFailure')] }),
  )
  expect(struckIn(stopsOf(both, [])).map(({ stops }) => ids([...stops]))).toEqual([[1, 2, 3], []])
})

test('the nearest comes first; where nobody knows where one is, the berths stay in their order', () => {
  const here = { longitude: 121.5, latitude: 31.24 }
  const far = [spot(1, 1, [121.51, 31.24]), spot(2, 2, [121.5001, 31.24]), spot(3, 3)]
  expect(ids(inOrder(stopsOf(piles.slice(0, 3), far), 'nearest', here))).toEqual([2, 1, 3])
  expect(ids(inOrder(stopsOf(piles.slice(0, 3), far), 'nearest', null))).toEqual([1, 2, 3])
  expect(distanceM(here, { longitude: 121.51, latitude: 31.24 })).toBeCloseTo(951, -1)
})

test('what was not looked at for longest comes first, what never was before it', () => {
  const looked = [
    pile(1, 'Available', { looked_at: '2026-11-24T08:00:00Z' }),
    pile(2, 'Available'),
    pile(3, 'Available', { looked_at: '2026-11-20T08:00:00Z' }),
  ]
  expect(ids(inOrder(stopsOf(looked, []), 'longest', null))).toEqual([2, 3, 1])
})

test('a round is of the site’s own day, also on a copy of yesterday', () => {
  const midnight = '2026-11-23T16:00:00Z'
  const at = (iso: string) => Date.parse(iso)
  expect(isOfToday('2026-11-23T17:00:00Z', midnight, at('2026-11-24T08:00:00Z'))).toBe(true)
  expect(isOfToday('2026-11-23T15:59:00Z', midnight, at('2026-11-24T08:00:00Z'))).toBe(false)
  expect(isOfToday('2026-11-23T17:00:00Z', midnight, at('2026-11-24T16:01:00Z'))).toBe(false)
  expect(isOfToday(null, midnight, at('2026-11-24T08:00:00Z'))).toBe(false)
})
