import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fromGcj02, toGcj02 } from '../../../src/client/kit/map/gcj02.ts'

// Published pairs of the same place in both datums.
test.each([
  ['Tiananmen', 116.397428, 39.90923, 116.40367, 39.91063],
  ['People’s Square', 121.475231, 31.228862, 121.479767, 31.226946],
])('%s is drawn where maps made in China have it', (_, longitude, latitude, east, north) => {
  const drawn = toGcj02({ longitude, latitude })
  expect(drawn.longitude).toBeCloseTo(east, 3)
  expect(drawn.latitude).toBeCloseTo(north, 3)
})

test('a place elsewhere stays where it is', () => {
  const berlin = { longitude: 13.405, latitude: 52.52 }
  expect(toGcj02(berlin)).toEqual(berlin)
  expect(fromGcj02(berlin)).toEqual(berlin)
})

test('the way back leads to the same point, to a hand’s breadth', () => {
  const inside = fc.record({
    longitude: fc.double({ min: 74, max: 135, noNaN: true }),
    latitude: fc.double({ min: 4, max: 53, noNaN: true }),
  })
  fc.assert(
    fc.property(inside, (point) => {
      const back = fromGcj02(toGcj02(point))
      expect(Math.abs(back.longitude - point.longitude)).toBeLessThan(1e-6)
      expect(Math.abs(back.latitude - point.latitude)).toBeLessThan(1e-6)
    }),
  )
})
