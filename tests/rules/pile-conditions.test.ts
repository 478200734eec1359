import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isNewer, newestWords, severityOfLevel } from '../../src/shared/domain/pile-conditions.ts'

const word = fc.record({
  thing: fc.constantFrom('a', 'b', 'c'),
  at: fc.integer({ min: 0, max: 5 }),
  event_id: fc.integer({ min: 0, max: 50 }),
})

test('of words in any order, however often they come, the last one of each thing counts', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(word, { selector: ({ event_id }) => event_id }),
      fc.infiniteStream(fc.nat()),
      (words, places) => {
        const again = [...words, ...words].sort(() => (places.next().value % 2 === 0 ? 1 : -1))
        const newest = newestWords(again)
        expect(new Map(newest.map((each) => [each.thing, each]))).toEqual(
          new Map(newestWords(words).map((each) => [each.thing, each])),
        )
        for (const each of newest)
          for (const other of words) if (other.thing === each.thing) expect(isNewer(other, each)).toBe(false)
      },
    ),
  )
})

test('the ten levels of the standard are our three', () => {
  expect([0, 1, 2, 3, 4, 5, 6, 7].map(severityOfLevel)).toEqual([
    ...['critical', 'critical', 'critical', 'critical'],
    ...['major', 'major', 'minor', 'minor'],
  ])
})
