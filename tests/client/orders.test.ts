import { expect, test } from 'vitest'
import { framesOf, stretchesOf } from '../../src/client/orders/day-bands.ts'
import { peakOf, powerCurve } from '../../src/client/orders/power-curve.ts'
import type { FrozenRule } from '../../src/shared/endpoints/orders.ts'

const rule = (start_hour: number, end_hour: number, band: FrozenRule['band'] = 'flat'): FrozenRule => ({
  id: start_hour,
  name: band,
  band,
  start_hour,
  end_hour,
  electricity_fee: 100,
  service_fee: 40,
  electricity_cost: 60,
  occupation_fee: 0,
  free_minutes: 0,
})

test('a rule over midnight makes two stretches of the day', () => {
  const spans = stretchesOf([rule(22, 6, 'valley'), rule(6, 22)]).map(({ from, to }) => [from, to])
  expect(spans).toEqual([
    [0, 6],
    [6, 22],
    [22, 24],
  ])
})

test('equal hours are the whole day, and midnight is its end', () => {
  expect(stretchesOf([rule(8, 8)]).map(({ from, to }) => [from, to])).toEqual([[0, 24]])
  expect(stretchesOf([rule(0, 0)]).map(({ from, to }) => [from, to])).toEqual([[0, 24]])
  expect(stretchesOf([rule(8, 0)]).map(({ from, to }) => [from, to])).toEqual([[8, 24]])
})

test('a session is framed on the site’s clock, in two when it runs past midnight', () => {
  expect(framesOf('2026-11-20T06:52:00Z', '2026-11-20T07:50:00Z', 'Asia/Shanghai')).toEqual([
    { from: 14 + 52 / 60, to: 15 + 50 / 60 },
  ])
  expect(framesOf('2026-11-20T15:30:00Z', '2026-11-20T17:00:00Z', 'Asia/Shanghai')).toEqual([
    { from: 23.5, to: 24 },
    { from: 0, to: 1 },
  ])
  expect(framesOf('2026-11-20T15:30:00Z', '2026-11-22T15:30:00Z', 'UTC')).toEqual([{ from: 0, to: 24 }])
})

test('a pile that reports only its register still has a power curve', () => {
  const reading = (minute: number, energy_wh: number) => ({
    at: new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString(),
    energy_wh,
    power_w: null,
    soc: null,
  })
  const curve = powerCurve([reading(0, 1000), reading(10, 2000), reading(20, 2500)])
  expect(curve.map(({ kw }) => kw)).toEqual([0, 6, 3])
  expect(peakOf(curve)).toBe(6)
})
