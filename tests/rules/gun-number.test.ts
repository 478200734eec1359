import { expect, test } from 'vitest'
import { evsePlace, gunNumber, gunOfEvse } from '../../src/shared/domain/gun-number.ts'

test.each([
  [{ evse: 0, connector: 1 }, 0],
  [{ evse: 1, connector: 1 }, 1],
  [{ evse: 99, connector: 1 }, 99],
  [{ evse: 1, connector: 2 }, 102],
  [{ evse: 3, connector: 12 }, 312],
])('%j is gun %i, and back', (place, gun) => {
  expect(gunNumber(place)).toBe(gun)
  expect(evsePlace(gun)).toEqual(place)
})

const states = (...known: [number, string][]) => new Map(known)

test.each([
  ['nothing is known of it', states(), 2],
  ['it has one', states([2, 'Available'], [1, 'Charging']), 2],
  ['it has one that is not the first', states([202, 'Available']), 202],
  ['a car is at one', states([2, 'Available'], [202, 'Preparing']), 202],
  ['cars are at both', states([2, 'Charging'], [202, 'Preparing']), 2],
])('an EVSE without a connector, where %s', (_, known, gun) => {
  expect(gunOfEvse(2, known)).toBe(gun)
})
