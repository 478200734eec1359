import { expect, test } from 'vitest'
import { say } from '../../src/server/kit/words.ts'
import { evsePlace, gunNumber, gunOfEvse, gunText } from '../../src/shared/domain/gun-number.ts'

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

test.each([
  [1, '1'],
  [99, '99'],
  [101, '101'],
  [102, '1-2'],
  [312, '3-12'],
])('gun %i reads %s', (gun, text) => {
  expect(gunText(gun)).toBe(text)
})

test('words say a gun as people read it, in every language', () => {
  const said = (['en', 'zh-CN'] as const).map((language) =>
    say(language, { key: 'alarms:connector', figures: { number: 102 } }),
  )
  expect(said).toEqual(['gun 1-2', '1-2 号枪'])
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
