import fc from 'fast-check'
import { expect, test } from 'vitest'
import { numberAbove, numberAt, profileOf } from '../../../src/shared/domain/charging-profiles/number.ts'

const id = fc.integer({ min: 1, max: 9_999_999 })
const reserved = fc.integer({ min: 0, max: 2_147_483_647 })

test('is above what a pile keeps for itself, another one at each gun, and tells whose it is (OCPP 2.1, K01.FR.80)', () => {
  fc.assert(
    fc.property(id, reserved, (id, reserved) => {
      const numbers = [1, 2, 3].map((gun) => numberAbove(numberAt(id, gun), reserved))
      expect(Math.min(...numbers)).toBeGreaterThan(reserved)
      expect(new Set(numbers).size).toBe(3)
      expect(numbers.map(profileOf)).toEqual([id, id, id])
    }),
  )
  expect([6, 7].map((reserved) => numberAbove(7, reserved))).toEqual([7, 10_000_007])
})
