import { expect, test } from 'vitest'
import { parsePayload } from '../../src/client/piles/call/payload.ts'
import { commandsFor, occupiedSince } from '../../src/client/piles/connector-state.ts'
import type { ConnectorNow } from '../../src/shared/endpoints/piles.ts'

const connector = (over: Partial<ConnectorNow>): ConnectorNow => ({
  number: 1,
  status: 'Available',
  status_at: '2026-11-20T08:00:00Z',
  error_code: null,
  vendor_code: null,
  info: null,
  power_w: null,
  current_ma: null,
  voltage_mv: null,
  soc: null,
  temperature_c: null,
  measured_at: null,
  order: null,
  ...over,
})
const order = (over: Partial<NonNullable<ConnectorNow['order']>>): NonNullable<ConnectorNow['order']> => ({
  id: 1,
  number: '1',
  status: 'generated',
  started_at: '2026-11-20T07:00:00Z',
  ended_at: null,
  energy_wh: 0,
  total_cents: 0,
  abnormal: null,
  customer: null,
  balance_cents: null,
  occupation_from: null,
  awaits_payer: false,
  ...over,
})

test.each<[string, Partial<ConnectorNow>, string[]]>([
  ['free', {}, ['start']],
  ['charging', { status: 'Charging', order: order({}) }, ['stop', 'reset_gun']],
  [
    'plugged in, its session not paid by anyone yet',
    { status: 'Preparing', order: order({ awaits_payer: true }) },
    ['start', 'unlock', 'reset_gun'],
  ],
  ['suspended by the car', { status: 'SuspendedEV', order: order({}) }, ['stop', 'reset_gun']],
  ['finished with the cable in', { status: 'Finishing' }, ['unlock', 'reset_gun']],
  ['faulted', { status: 'Faulted' }, ['unlock', 'reset_gun']],
  ['offline', { status: 'Offline', order: order({}) }, []],
  ['out of service', { status: 'Unavailable' }, []],
])('a connector that is %s offers what helps', (_, over, expected) => {
  expect(commandsFor(connector(over)).map(({ name }) => name)).toEqual(expected)
})

test('a car that has charged its fill occupies from then on, also while its pile still says suspended', () => {
  const ended = order({ status: 'unpaid', ended_at: '2026-11-20T07:50:00Z' })
  expect(occupiedSince(connector({ status: 'SuspendedEV', order: ended }))).toBe('2026-11-20T07:50:00Z')
  expect(occupiedSince(connector({ status: 'Available', order: ended }))).toBeNull()
  expect(occupiedSince(connector({ status: 'Charging', order: order({}) }))).toBeNull()
})

test.each([
  ['{"key":"a"}', { key: 'a' }],
  ['', {}],
])('%j is a payload', (text, value) => {
  expect(parsePayload(text).value).toEqual(value)
})

test.each(['[1]', 'null', '"a"', '{"a":'])('%j is none', (text) => {
  expect(parsePayload(text)).toMatchObject({ value: null, error: expect.any(String) })
})
