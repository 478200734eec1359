import fc from 'fast-check'
import { expect, test } from 'vitest'
import { nextRange, overlap, type Range, sameRange } from '../../../src/client/kit/records/cards/drawn.ts'

const ranges = fc
  .tuple(fc.nat(60), fc.integer({ min: 1, max: 20 }))
  .map(([from, count]): Range => ({ from, to: from + count }))
/** What shows, with so many beyond it above and below. */
const wanted = fc.tuple(ranges, fc.nat(6), fc.nat(6)).map(([shown, above, below]) => ({
  shown,
  wanted: { from: Math.max(0, shown.from - above), to: shown.to + below },
}))

const cards = ({ from, to }: Range) => Array.from({ length: to - from }, (_, at) => from + at)

test('cards come one by one until those that are wanted stand there, and none of them goes meanwhile', () => {
  fc.assert(
    fc.property(ranges, wanted, (first, { shown, wanted }) => {
      fc.pre(overlap(first, shown))
      let last = first
      for (let frame = 0; !sameRange(last, wanted); frame++) {
        expect(frame).toBeLessThan(80)
        const next = nextRange(last, wanted, shown)
        expect(cards(next).filter((card) => !cards(last).includes(card)).length).toBeLessThanOrEqual(1)
        const gone = cards(last).filter((card) => !cards(next).includes(card))
        expect(gone.every((card) => card < wanted.from || card >= wanted.to)).toBe(true)
        last = next
      }
    }),
  )
})

test('those that show come before those beyond', () => {
  const [shown, wanted] = [
    { from: 10, to: 15 },
    { from: 4, to: 21 },
  ]
  const drawn: Range[] = [{ from: 14, to: 15 }]
  while (!sameRange(drawn.at(-1) ?? null, wanted)) drawn.push(nextRange(drawn.at(-1) as Range, wanted, shown))
  const whole = drawn.findIndex(({ from, to }) => from <= shown.from && to >= shown.to)
  expect(whole).toBe(4)
})

test('where none of those stands there that show, they come at once', () => {
  expect(nextRange({ from: 0, to: 9 }, { from: 94, to: 111 }, { from: 100, to: 105 })).toEqual({ from: 100, to: 105 })
})
