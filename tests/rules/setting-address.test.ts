import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isRight } from '../../src/shared/domain/configuration-drift.ts'
import { flawOfChange, isRaised, isSecretKey, keyOf, mayLosePile } from '../../src/shared/domain/configuration-keys.ts'
import { ATTRIBUTES, addressOf, keyOfAddress, type SettingAddress } from '../../src/shared/domain/setting-address.ts'

const name = fc.string({ minLength: 1, maxLength: 20 }).filter((text) => text.trim() === text)
const place = fc.oneof(
  fc.constant({ evse: null, connector: null }),
  fc.record({ evse: fc.nat(500), connector: fc.option(fc.nat(9), { nil: null }) }),
)
const addresses = fc
  .tuple(
    fc.record({
      component: name,
      component_instance: fc.option(name, { nil: null }),
      variable: name,
      variable_instance: fc.option(name, { nil: null }),
      attribute: fc.constantFrom(...ATTRIBUTES),
    }),
    place,
  )
  .map(([rest, where]): SettingAddress => ({ ...rest, ...where }))

test('an address is read again as it was written, whatever its names are', () => {
  fc.assert(
    fc.property(addresses, (address) => {
      expect(addressOf(keyOfAddress(address))).toEqual(address)
    }),
  )
})

test('two addresses are never one key', () => {
  const same = (a: SettingAddress, b: SettingAddress) => JSON.stringify(a) === JSON.stringify(b)
  fc.assert(
    fc.property(addresses, addresses, (a, b) => same(a, b) || keyOfAddress(a) !== keyOfAddress(b)),
    { numRuns: 500 },
  )
})

test.each([
  ['OCPPCommCtrlr/HeartbeatInterval', { component: 'OCPPCommCtrlr', variable: 'HeartbeatInterval', evse: null }],
  ['Connector(1,2)/Power#MaxSet', { evse: 1, connector: 2, variable: 'Power', attribute: 'MaxSet' }],
  ['OCPPCommCtrlr/MessageTimeout[Default]', { variable_instance: 'Default', attribute: 'Actual' }],
])('%s', (key, address) => {
  expect(addressOf(key)).toMatchObject(address)
})

test.each(['HeartbeatInterval', 'vendor.key', 'a/b/c', '/x', 'x/', 'x(1/y', 'x/y#Never'])(
  '%s is a key of 1.6',
  (key) => {
    expect(addressOf(key)).toBeNull()
  },
)

test('the standard knows the type and the unit of a variable, and its pile knows better', () => {
  expect(keyOf('ocppcommctrlr/HEARTBEATINTERVAL')).toMatchObject({ type: 'int', unit: 's', profile: 'component' })
  expect(keyOf('Fan/Speed')).toMatchObject({ type: 'text', profile: 'maker' })
  const told = { type: 'decimal' as const, unit: 'rpm', minimum: 0, maximum: 900, choices: null }
  expect(keyOf('Fan/Speed', told)).toMatchObject({ type: 'decimal', unit: 'rpm', min: 0, max: 900 })
})

test('passwords of variables are secrets, and the way to us is asked about first', () => {
  expect(isSecretKey('SecurityCtrlr/BasicAuthPassword')).toBe(true)
  expect(isSecretKey('NetworkConfiguration[1]/VpnPassword')).toBe(true)
  expect(isSecretKey('SecurityCtrlr/Identity')).toBe(false)
  expect(isRaised('SecurityCtrlr/SecurityProfile')).toBe(true)
  expect(mayLosePile('OCPPCommCtrlr/NetworkConfigurationPriority')).toBe(true)
  expect(mayLosePile('OCPPCommCtrlr/HeartbeatInterval')).toBe(false)
})

test('its slots and their order are changed by commands of their own alone, whatever the letters and the kind of value', () => {
  for (const key of [
    ...['OCPPCommCtrlr/NetworkConfigurationPriority', 'ocppcommctrlr/networkconfigurationpriority#Target'],
    ...['NetworkConfiguration[1]/OcppCsmsUrl', 'networkconfiguration[2]/VpnEnabled#Target'],
  ])
    expect(flawOfChange(key, '2,1', { read_only: false })).toMatchObject({ field: 'key', problem: 'by_network' })
  expect(flawOfChange('OCPPCommCtrlr/NetworkProfileConnectionAttempts', '3', null)).toBeNull()
})

const facts = (type: 'int' | 'decimal' | 'option' | 'csv' | 'text' | 'instant', more: object = {}) => ({
  ...{ read_only: false, write_only: false },
  facts: { ...{ type, unit: null, minimum: null, maximum: null, choices: null }, ...more },
})

test.each([
  ['-5', facts('int', { minimum: -10 }), null],
  ['-50', facts('int', { minimum: -10 }), 'too_small'],
  ['11', facts('int', { maximum: 10 }), 'too_great'],
  ['1.5', facts('int'), 'whole_number'],
  ['1.5', facts('decimal'), null],
  ['1,5', facts('decimal'), 'number'],
  ['lru', facts('option', { choices: ['LRU', 'FIFO'] }), null],
  ['none', facts('option', { choices: ['LRU', 'FIFO'] }), 'not_offered'],
  ['A, W', facts('csv', { choices: ['A', 'W'] }), null],
  ['A,V', facts('csv', { choices: ['A', 'W'] }), 'not_offered'],
  ['A,,W', facts('csv'), 'empty_entry'],
  ['abcd', facts('text', { maximum: 3 }), 'too_long'],
  ['soon', facts('instant'), 'instant'],
  ['1', { read_only: true }, 'read_only'],
  ['1', { read_only: false, write_only: true }, null],
])('%s is what its pile says that it takes, or is refused: %j', (value, told, problem) => {
  expect(flawOfChange('Fan/Speed', value, told)?.problem ?? null).toBe(problem)
})

test('what a pile writes in another way is the same by its type', () => {
  const wants = (value: string) => ({ key: 'Fan/Speed', value, tolerance: null, also: [] })
  expect(isRight(wants('5'), '5.0', 'decimal')).toBe(true)
  expect(isRight(wants('5'), '5.0')).toBe(false)
  expect(isRight(wants('A,B'), 'B,A', 'csv')).toBe(true)
  expect(isRight(wants('A,B'), 'B,A', 'sequence')).toBe(false)
})
