import { expect, test } from 'vitest'
import { reservationFlaws } from '../../src/shared/domain/reservation.ts'

const NOW = Date.parse('2026-11-20T10:00:00Z')
const HOUR = 3_600_000
const wanted = { connector_number: 1, customer_id: 5, card_number: null, expires_at: NOW + HOUR }
const known = {
  now: NOW,
  most_hours: 24,
  open: [],
  guns: [1, 2],
  zero: null,
  in_maintenance: false,
  payer: 'good',
} as const
const kept = (...numbers: number[]) => ({ open: numbers.map((connector_number) => ({ connector_number })) })

const flaws = (given: Partial<Parameters<typeof reservationFlaws>[0]>, other: object = {}) =>
  reservationFlaws({ ...wanted, ...given }, { ...known, ...other }).map(
    ({ field, key }) => `${field} ${key.split('.').at(-1)}`,
  )

test.each([
  ['for an hour', {}, {}, []],
  ['for as long as is allowed', { expires_at: NOW + 24 * HOUR }, {}, []],
  [
    'at a gun that planned work keeps out of service',
    {},
    { in_maintenance: true },
    ['connector_number in_maintenance'],
  ],
  ['for longer', { expires_at: NOW + 24 * HOUR + 1 }, {}, ['expires_at far']],
  ['until now', { expires_at: NOW }, {}, ['expires_at past']],
  ['for nobody', { customer_id: null }, {}, ['customer_id nobody']],
  ['for two', { card_number: 'A7' }, {}, ['card_number both']],
  ['for a blocked card', { customer_id: null, card_number: 'A7' }, { payer: 'blocked' }, ['card_number card_blocked']],
  [
    'for a card that nobody pays for',
    { customer_id: null, card_number: 'A7' },
    { payer: 'nobody' },
    ['card_number card_nobody'],
  ],
  ['for a customer who may not charge', {}, { payer: 'blocked' }, ['customer_id customer']],
  [
    'for a card that nobody knows',
    { customer_id: null, card_number: 'A7' },
    { payer: 'unknown' },
    ['card_number card_unknown'],
  ],
  ['at a gun that is reserved', {}, kept(1), ['connector_number reserved']],
  ['at another gun than is reserved', {}, kept(2), []],
  ['at a gun that the pile does not have', { connector_number: 3 }, {}, ['connector_number no_gun']],
  ['at a gun of a pile that never told which it has', { connector_number: 3 }, { guns: [] }, []],
  ['at any gun', { connector_number: 0 }, kept(2), []],
  ['at any gun where the pile cannot', { connector_number: 0 }, { zero: false }, ['connector_number zero']],
  ['at any gun where all are reserved', { connector_number: 0 }, kept(1, 0), ['connector_number all_reserved']],
  ['at a gun where any two are kept', {}, kept(0, 0), ['connector_number all_reserved']],
])('a reservation %s', (_, given, other, expected) => {
  expect(flaws(given, other)).toEqual(expected)
})

test('each flaw is told at its field, all at once', () => {
  expect(flaws({ customer_id: null, expires_at: NOW - 1 }, kept(1))).toEqual([
    'customer_id nobody',
    'connector_number reserved',
    'expires_at past',
  ])
})
