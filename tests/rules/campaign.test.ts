import { expect, test } from 'vitest'
import { afterCommand, isTooBad } from '../../src/shared/domain/campaign.ts'

const patience = { most: 4, pause_seconds: 60, repeatable: true }

test('a pile that gives no answer is asked again after pauses that grow, and not beyond its tries', () => {
  const pauses = [1, 2, 3].map((tries) => afterCommand('timed_out', tries, patience))
  expect(pauses).toEqual([60, 120, 240].map((again_in) => ({ state: 'pending', again_in })))
  expect(afterCommand('timed_out', 4, patience)).toEqual({ state: 'unclear', again_in: null })
  expect(afterCommand('no_effect', 4, patience)).toEqual({ state: 'failed', again_in: null })
})

test('what may not be asked twice is not, and a try that never reached its pile counts for nothing', () => {
  expect(afterCommand('timed_out', 1, { ...patience, repeatable: false })).toMatchObject({ state: 'unclear' })
  expect(afterCommand('not_sent', 9, { ...patience, repeatable: false })).toMatchObject({
    ...{ state: 'pending', uncounted: true },
  })
})

test.each([
  [{ ended: 2, bad: 2 }, 20, false],
  [{ ended: 3, bad: 1 }, 20, true],
  [{ ended: 5, bad: 1 }, 20, false],
  [{ ended: 5, bad: 5 }, null, false],
])('of %j with a share of %s it is stopped: %s', (tally, percent, stops) => {
  expect(isTooBad(tally, percent)).toBe(stops)
})
