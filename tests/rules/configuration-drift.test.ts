import { expect, test } from 'vitest'
import { driftOf, flawsOfExpected, isRight, pileDriftOf } from '../../src/shared/domain/configuration-drift.ts'
import type { Expected } from '../../src/shared/domain/expected.ts'

const wants = (key: string, value: string, more: Partial<Expected> = {}): Expected => ({
  ...{ key, value, tolerance: null, also: [] },
  ...more,
})

test.each<[string, Expected, string, boolean]>([
  ['the same figure', wants('HeartbeatInterval', '300'), '300', true],
  ['a figure with a nought in front', wants('HeartbeatInterval', '300'), '0300', true],
  ['another figure', wants('HeartbeatInterval', '300'), '299', false],
  ['a figure within the tolerance', wants('HeartbeatInterval', '300', { tolerance: 10 }), '290', true],
  ['one beyond it', wants('HeartbeatInterval', '300', { tolerance: 10 }), '289', false],
  ['no figure at all', wants('HeartbeatInterval', '300', { tolerance: 10 }), 'often', false],
  ['one of the others', wants('SecurityProfile', '2', { also: ['3'] }), '3', true],
  ['none of the others', wants('SecurityProfile', '2', { also: ['3'] }), '1', false],
  ['a flag in other letters', wants('LocalPreAuthorize', 'true'), 'TRUE', true],
  ['a list in another order and with blanks', wants('MeterValuesSampledData', 'A,B'), 'B, A', true],
  ['a list that lacks an entry', wants('MeterValuesSampledData', 'A,B'), 'A', false],
  ['a maker’s text as it is', wants('xMode', 'Eco'), 'Eco', true],
  ['a maker’s text in other letters', wants('xMode', 'Eco'), 'eco', false],
  ['a maker’s figure within the tolerance', wants('xFan', '42', { tolerance: 3 }), '45', true],
])('%s', (_, expected, told, right) => {
  expect(isRight(expected, told)).toBe(right)
})

test('a key is found in whatever letters the pile writes it', () => {
  expect(
    driftOf([wants('HeartbeatInterval', '300')], [{ key: 'heartbeatinterval', value: '300' }], true),
  ).toMatchObject([{ state: 'same', told: '300' }])
})

test('a key that the pile did not name is missing only once it named all', () => {
  const states = (isWhole: boolean) => driftOf([wants('HeartbeatInterval', '300')], [], isWhole)[0]?.state
  expect([states(true), states(false)]).toEqual(['missing', 'unknown'])
})

test('a key whose value the pile keeps to itself is not known', () => {
  expect(driftOf([wants('xCode', '1')], [{ key: 'xCode', value: null }], true)[0]?.state).toBe('unknown')
})

test('a pile differs by one key, is the same when none does, and is not known before it told all', () => {
  const wanted = [wants('HeartbeatInterval', '300')]
  const stand = (value: string | null, isWhole: boolean) =>
    pileDriftOf(driftOf(wanted, value === null ? [] : [{ key: 'HeartbeatInterval', value }], isWhole), isWhole)
  expect(stand('60', false)).toBe('differs')
  expect(stand(null, true)).toBe('differs')
  expect(stand('300', true)).toBe('same')
  expect(stand(null, false)).toBe('unknown')
})

test.each<[Expected, string, string]>([
  [wants('', '1'), 'key', 'no_key'],
  [wants('AuthorizationKey', 'a long enough password'), 'key', 'secret'],
  [wants('NumberOfConnectors', '2'), 'key', 'read_only'],
  [wants('xFixed', '2'), 'key', 'read_only'],
  [wants('HeartbeatInterval', 'often'), 'value', 'whole_number'],
  [wants('LocalPreAuthorize', 'yes'), 'value', 'true_or_false'],
  [wants('LocalPreAuthorize', 'true', { tolerance: 1 }), 'tolerance', 'no_tolerance'],
  [wants('HeartbeatInterval', '300', { also: ['soon'] }), 'also', 'whole_number'],
])('refuses what no pile would take: %j', (expected, field, problem) => {
  const readOnly = (key: string) => (key === 'xFixed' ? { read_only: true } : null)
  expect(flawsOfExpected([expected], readOnly)).toMatchObject([{ at: 0, field, problem }])
})

test('refuses a key that is there twice, at the second', () => {
  const twice = [wants('HeartbeatInterval', '300'), wants('heartbeatinterval', '60')]
  expect(flawsOfExpected(twice)).toMatchObject([{ at: 1, field: 'key', problem: 'twice' }])
})

test('takes a key that the standard calls read-only where the piles say that it can be changed', () => {
  expect(flawsOfExpected([wants('NumberOfConnectors', '2')], () => ({ read_only: false }))).toEqual([])
})
