import { expect, test } from 'vitest'
import { splitCents } from '../../src/shared/domain/money.ts'
import { isUnderWay, type RefundStatus, refundableOf, refundMayBecome } from '../../src/shared/domain/refund-states.ts'
import { refund } from '../../src/shared/entities/refund.ts'

const states = refund.fields.status.choices as RefundStatus[]

test('a refund goes its way step by step, and what is over stays so', () => {
  const ways = states.flatMap((from) => states.filter((to) => refundMayBecome(from, to)).map((to) => `${from} > ${to}`))
  expect(ways.sort()).toEqual([
    'refund_failed > refunded',
    'refund_failed > refunding',
    'refund_failed > withdrawn',
    'refunding > refund_failed',
    'refunding > refunded',
    'reviewed > refunded',
    'reviewed > refunding',
    'reviewed > withdrawn',
    'unreviewed > rejected',
    'unreviewed > reviewed',
    'unreviewed > withdrawn',
  ])
  expect(states.filter((status) => !isUnderWay(status)).sort()).toEqual(['refunded', 'rejected', 'withdrawn'])
})

test('what is back or on its way cannot be asked for again', () => {
  expect(refundableOf({ paid_cents: 1000, refunded_cents: 300, refunding_cents: 200 })).toBe(500)
})

test.each([
  [700, [601, 299, 100], [421, 209, 70]],
  [1, [1, 1, 1], [1, 0, 0]],
  [2, [1, 1, 1], [1, 1, 0]],
  [0, [5, 5], [0, 0]],
  [0, [0, 0], [0, 0]],
  [999, [0, 999, 0], [0, 999, 0]],
])('%i cents are split over %j to the cent', (amount, weights, parts) => {
  expect(splitCents(amount, weights)).toEqual(parts)
})

test('a split adds up, and no part is more than its weight', () => {
  for (let seed = 1; seed < 3000; seed++) {
    const weights = [(seed * 7919) % 1013, (seed * 104_729) % 509, (seed * 1_299_709) % 97]
    const whole = weights.reduce((sum, weight) => sum + weight, 0)
    const amount = whole === 0 ? 0 : (seed * 31) % (whole + 1)
    const parts = splitCents(amount, weights)
    expect(parts.reduce((sum, part) => sum + part, 0)).toBe(amount)
    for (const [at, part] of parts.entries()) expect(part).toBeLessThanOrEqual(weights[at] ?? 0)
  }
})
