import { expect, test } from 'vitest'
import { isReachable, isStationNumber, stationNumber } from '../../src/shared/domain/station-number.ts'

/** Draws the same numbers in each run. */
function drawing(seed: number) {
  let state = seed
  return (below: number) => {
    state = (state * 48_271) % 2_147_483_647
    return state % below
  }
}

const numbers = Array.from({ length: 50 }, (_, index) => stationNumber(drawing(index + 1)))
const alphabet = [...'346789ACDEFGHJKMNPRTWXY']

test('is CD- and ten characters that cannot be mistaken for each other', () => {
  for (const number of numbers) expect(number).toMatch(/^CD-[346789ACDEFGHJKMNPRTWXY]{10}$/)
})

test('knows its own numbers', () => {
  for (const number of numbers) expect(isStationNumber(number)).toBe(true)
})

test('finds every single wrong character', () => {
  for (const number of numbers)
    for (let at = 3; at < number.length; at++)
      for (const other of alphabet)
        if (other !== number[at])
          expect(isStationNumber(number.slice(0, at) + other + number.slice(at + 1))).toBe(false)
})

test('finds every two characters swapped', () => {
  for (const number of numbers)
    for (let at = 3; at < number.length; at++)
      for (let other = at + 1; other < number.length; other++) {
        if (number[at] === number[other]) continue
        const swapped = [...number]
        swapped[at] = number[other] as string
        swapped[other] = number[at] as string
        expect(isStationNumber(swapped.join(''))).toBe(false)
      }
})

test.each(['', 'CD-', 'CD-310115-0007', 'cd-346789ACDE', 'CD-0000000000'])(
  'does not take %j for one of ours',
  (text) => {
    expect(isStationNumber(text)).toBe(false)
  },
)

test.each([
  ['CD-310115-0005', true],
  ['一号桩 A', true],
  ['a.b', true],
  ['a/b', false],
  ['a:b', false],
  ['a\tb', false],
  ['.', false],
  ['..', false],
])('a pile named %j can connect: %s', (number, can) => {
  expect(isReachable(number)).toBe(can)
})
