import { expect, test } from 'vitest'
import { compareCost, type PileCost } from '../../src/shared/domain/pile-cost.ts'

const line = (kind: string, cents: number) => ({
  ...{ kind, electricity_cents: kind === 'energy' ? cents - 7 : 0, service_cents: kind === 'energy' ? 7 : 0 },
  occupation_cents: kind === 'energy' ? 0 : cents,
})
/** 12.00 of energy in two lines, 5.00 with the cable in. */
const LINES = [line('energy', 700), line('energy', 500), line('occupation', 500)]

const cost = (change: Partial<PileCost> = {}): PileCost => ({
  ...{ currency: 'CNY', total: 17, energy: 12, idle: 5, tariff_id: 'T', failed: false, reason: null },
  ...change,
})

test.each([
  ['the same', cost(), 'same', 1700],
  ['the same, its parts unsaid', cost({ energy: null, idle: null }), 'same', 1700],
  ['a cent a line less', cost({ total: 16.98, energy: 11.98 }), 'rounding', 1698],
  ['a cent for the time with the cable in', cost({ total: 17.01, idle: 5.01 }), 'rounding', 1701],
  ['three cents over two lines', cost({ total: 17.03, energy: 12.03 }), 'differs', 1703],
  ['no time with the cable in', cost({ total: 12, idle: null }), 'occupation', 1200],
  ['two cents more of that in one line', cost({ total: 17.02, idle: 5.02 }), 'occupation', 1702],
  ['other energy', cost({ total: 19.5, energy: 14.5 }), 'differs', 1950],
  [
    'other energy and other time, their sum nearly the same',
    cost({ total: 17.01, energy: 10, idle: 7.01 }),
    'differs',
    1701,
  ],
  ['another currency', cost({ currency: 'EUR' }), 'other_currency', 1700],
  ['nothing: it could not', cost({ failed: true, reason: 'clock lost' }), 'failed', null],
])('a pile came to %s', (_, said, state, theirs_cents) => {
  expect(compareCost(said, LINES)).toEqual({ state, ours_cents: 1700, theirs_cents })
})

test('what was moved from another order is none of the session', () => {
  expect(compareCost(cost(), [...LINES, line('moved', 900)]).state).toBe('same')
})
