import { describe, expect, test } from 'vitest'
import { opensFor, whyShut } from '../../src/client/kit/session/opener.ts'

const HOUR = 3_600_000
const FROM = Date.parse('2026-11-23T08:00:00Z')

/** The key was given at eight; the clock has shown `seen` hours after that. */
const held = (seen = 0) => ({ key: new ArrayBuffer(0), from: FROM, seen: FROM + seen * HOUR })

describe('what a finger opens', () => {
  test.each([
    ['at once', 0, 0, null],
    ['23 hours later', 0, 23, null],
    ['24 hours and a second later', 0, 24 + 1 / 3600, 'too_old'],
    ['by a clock that is two days ahead', 0, 48, 'too_old'],
    ['when that clock was set right again', 0, 1, null],
    ['by a clock that goes back behind what it has shown', 9, 8, 'clock'],
    ['by a clock that the network set back by some seconds', 9, 9 - 30 / 3600, null],
    ['where the clock was ahead when the key was given', 0, -30, 'clock'],
  ])('%s', (_, seen, hours, shut) => {
    expect(whyShut(held(seen), FROM + hours * HOUR)).toBe(shut)
  })

  test('is nothing once the sign-in has ended', () => {
    expect(whyShut(null, FROM)).toBe('ended')
  })

  test('is shut again when the 24 hours are over', () => {
    expect(opensFor(held(), FROM + 20 * HOUR)).toBe(4 * HOUR)
  })
})
