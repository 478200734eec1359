import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readScaled, writeScaled } from '../../../src/client/kit/fields/scaled.ts'

test.each([
  ['1.38', 138],
  ['0.29', 29],
  ['19.99', 1999],
  ['1,5', 150],
  ['.5', 50],
  ['7', 700],
  ['-0.01', -1],
  ['−3', -300],
  ['1 284.5', 128_450],
  ['90071992547409.91', 9_007_199_254_740_991],
])('reads %s yuan as %d cents', (typed, cents) => {
  expect(readScaled(typed, 100)).toBe(cents)
})

test.each(['', 'abc', '1.384', '1.2.3', '.', '-', '1e3', '99999999999999999'])('reads "%s" as no figure', (typed) => {
  expect(readScaled(typed, 100)).toBeNull()
})

test('keeps zeros behind the last cent out of the way', () => {
  expect(readScaled('1.3800', 100)).toBe(138)
})

test('what is written is read back to the cent', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: -1_000_000_000, max: 1_000_000_000 }),
      fc.constantFrom(1, 100, 1000),
      (value, scale) => {
        expect(readScaled(writeScaled(value, scale, 2), scale)).toBe(value)
      },
    ),
  )
})

test('shows as many digits as asked, and more when there are more', () => {
  expect(writeScaled(40, 100, 2)).toBe('0.40')
  expect(writeScaled(1250, 1000, 1)).toBe('1.25')
  expect(writeScaled(120_000, 1000, 1)).toBe('120.0')
  expect(writeScaled(7, 1, 0)).toBe('7')
})
