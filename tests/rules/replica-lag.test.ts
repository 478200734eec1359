import { expect, test } from 'vitest'
import { ReplicaLag } from '../../src/server/kit/database/replica-lag.ts'

/** What the primary had written, at these times. */
function lagAfter(samples: readonly (readonly [at: number, written: number])[], replayed: number) {
  const lag = new ReplicaLag()
  for (const [at, written] of samples) lag.wrote(written, at)
  lag.shows(replayed)
  return lag
}

test('a standby is as old as the last moment of which it has all, and people are told nothing while it has everything', () => {
  const lag = lagAfter(
    [
      [1_000, 100],
      [2_000, 200],
      [3_000, 300],
    ],
    250,
  )
  expect(lag.at(3_500)).toBe(1_500)
  expect(lag.told(3_500)).toBe(1_500)
  lag.shows(300)
  expect(lag.at(3_500)).toBe(500)
  expect(lag.told(3_500)).toBe(0)
})

test('a primary that writes nothing leaves it up to date, one that says nothing makes it older', () => {
  const lag = lagAfter([[1_000, 100]], 100)
  lag.wrote(100, 60_000)
  expect(lag.at(60_100)).toBe(100)
  expect(lag.at(90_000)).toBe(30_000)
})

test('of one that shows less than is remembered, or nothing, nobody knows how old it is', () => {
  expect(lagAfter([[1_000, 100]], 50).at(1_100)).toBe(Number.POSITIVE_INFINITY)
  const lag = lagAfter([[1_000, 100]], 100)
  lag.lost()
  expect(lag.at(1_100)).toBe(Number.POSITIVE_INFINITY)
})

test('a log that ends before it did is that of another primary: what was known of the last one says nothing', () => {
  const lag = lagAfter(
    [
      [1_000, 900],
      [2_000, 1_000],
    ],
    950,
  )
  lag.wrote(800, 3_000)
  lag.shows(790)
  expect(lag.at(3_100)).toBe(Number.POSITIVE_INFINITY)
  lag.shows(800)
  expect(lag.at(3_100)).toBe(100)
})

test('however long it lacks something, little is remembered of it', () => {
  const lag = lagAfter([[0, 100]], 100)
  for (let at = 1; at <= 2_000; at++) lag.wrote(100 + at, at * 1_000)
  expect(lag.at(2_000_000)).toBe(Number.POSITIVE_INFINITY)
  lag.shows(2_100)
  expect(lag.at(2_000_000)).toBe(0)
})
