import { expect, test } from 'vitest'
import { readInstant } from '../../src/server/ocpp/every-version/timestamp.ts'

function read(text: string) {
  const flags: string[] = []
  return { at: readInstant(text, (flag) => flags.push(flag)), flags }
}

test.each([
  ['2026-11-20T23:09:41.708Z', '2026-11-20T23:09:41.708Z', []],
  ['2026-11-20T23:09:41Z', '2026-11-20T23:09:41.000Z', []],
  ['2026-11-20T23:09:41.708123Z', '2026-11-20T23:09:41.708Z', []],
  ['2026-11-21T07:09:41+08:00', '2026-11-20T23:09:41.000Z', []],
  ['2026-11-21T07:09:41+0800', '2026-11-20T23:09:41.000Z', []],
  ['2026-11-21T07:09:41+08', '2026-11-20T23:09:41.000Z', []],
  ['2026-11-20T20:39:41-02:30', '2026-11-20T23:09:41.000Z', []],
  ['2026-11-20T23:09:41', '2026-11-20T23:09:41.000Z', ['time_without_zone']],
  ['2026-11-20 23:09:41', '2026-11-20T23:09:41.000Z', ['time_without_zone']],
  ['2026-11-20T23:09:41.5', '2026-11-20T23:09:41.500Z', ['time_without_zone']],
  ['2026-11-20 23:09:41Z', '2026-11-20T23:09:41.000Z', ['odd_time']],
  ['2026/11/20 23:09:41Z', '2026-11-20T23:09:41.000Z', ['odd_time']],
  ['2026-11-20T23:09Z', '2026-11-20T23:09:00.000Z', ['odd_time']],
  ['20261120T230941Z', '2026-11-20T23:09:41.000Z', ['odd_time']],
  ['2026-11-20T23:09:41,708Z', '2026-11-20T23:09:41.708Z', []],
  ['1795216181', '2026-11-20T23:09:41.000Z', ['odd_time']],
  ['1795216181708', '2026-11-20T23:09:41.708Z', ['odd_time']],
  ['1970-01-01T00:00:12Z', '1970-01-01T00:00:12.000Z', []],
])('reads %s', (text, expected, flags) => {
  const { at, flags: raised } = read(text)
  expect(new Date(at).toISOString()).toBe(expected)
  expect(raised).toEqual(flags)
})

test.each(['', 'now', '20.11.2026 23:09', '2026-13-40T99:99:99Z', '2026-11-20', '12', '0'])(
  'takes "%s" for the epoch, for nobody can say when that was',
  (text) => {
    expect(read(text)).toEqual({ at: 0, flags: ['unreadable_time'] })
  },
)
