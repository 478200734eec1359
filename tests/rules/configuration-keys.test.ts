import { describe, expect, test } from 'vitest'
import {
  flawOfChange,
  flawOfKept,
  isSecretKey,
  keyOf,
  standardKeys,
} from '../../src/shared/domain/configuration-keys.ts'
import { KEY_PROFILES } from '../../src/shared/domain/setting-types.ts'

const words = import.meta.glob<{ meaning: Record<string, string>; profile: Record<string, string> }>(
  '../../locales/{en,zh-CN}/configuration.json',
  { eager: true, import: 'default' },
)

test('each key of the standard stands there once, with its meaning in words', () => {
  const names = standardKeys.map(({ name }) => name)
  expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(names.length)
  expect(Object.keys(words)).toHaveLength(2)
  for (const [path, { meaning, profile }] of Object.entries(words)) {
    expect(Object.keys(meaning).sort(), path).toEqual([...names].sort())
    expect(Object.keys(profile), path).toEqual([...KEY_PROFILES])
  }
})

test('knows a key in whatever letters, and of a maker’s key that it is a text', () => {
  expect(keyOf('heartbeatinterval')).toMatchObject({
    name: 'HeartbeatInterval',
    profile: 'core',
    type: 'int',
    unit: 's',
  })
  expect(keyOf('xFanCurve')).toMatchObject({ name: 'xFanCurve', profile: 'maker', type: 'text', read_only: false })
  expect(isSecretKey('AUTHORIZATIONKEY')).toBe(true)
  expect(standardKeys.filter(({ secret }) => secret).map(({ name }) => name)).toEqual(['AuthorizationKey'])
})

describe('a change is', () => {
  test.each([
    ['HeartbeatInterval', '60', null],
    ['HeartbeatInterval', '0', null],
    ['LocalPreAuthorize', 'True', null],
    ['StopTxnSampledData', '', null],
    ['MeterValuesSampledData', 'Voltage.L1,Power.Active.Import', null],
    ['xFanCurve', 'anything, at all,', null],
    ['CpoName', 'x'.repeat(500), null],
  ])('taken: %s = %s', (key, value, flaw) => {
    expect(flawOfChange(key, value, null)).toBe(flaw)
  })

  test.each([
    ['HeartbeatInterval', '', 'whole_number'],
    ['HeartbeatInterval', '1.5', 'whole_number'],
    ['HeartbeatInterval', '-5', 'whole_number'],
    ['HeartbeatInterval', 'often', 'whole_number'],
    ['HeartbeatInterval', '2147483648', 'too_great'],
    ['LightIntensity', '101', 'too_great'],
    ['LocalPreAuthorize', '1', 'true_or_false'],
    ['LocalPreAuthorize', '', 'true_or_false'],
    ['MeterValuesSampledData', 'Voltage,,SoC', 'empty_entry'],
    ['CpoName', 'x'.repeat(501), 'too_long'],
  ])('refused at its value: %s = %s', (key, value, flaw) => {
    expect(flawOfChange(key, value, null)).toMatchObject({ field: 'value', problem: flaw })
  })

  test('refused at its key where the standard or the pile forbids it; the pile counts more', () => {
    expect(flawOfChange('NumberOfConnectors', '2', null)).toMatchObject({ field: 'key', problem: 'read_only' })
    expect(flawOfChange('NumberOfConnectors', '2', { read_only: false })).toBeNull()
    expect(flawOfChange('HeartbeatInterval', '60', { read_only: true })).toMatchObject({
      field: 'key',
      problem: 'read_only',
    })
    expect(flawOfChange('securityprofile ', '2', { read_only: false })).toMatchObject({
      field: 'key',
      problem: 'by_raise',
    })
    // Piles of 2.x tell that theirs cannot be set: nothing here raises it.
    expect(flawOfChange('SecurityCtrlr/SecurityProfile', '2', { read_only: true })).toMatchObject({
      field: 'key',
      problem: 'read_only',
    })
    expect(flawOfChange('authorizationkey', 'a new password of it', { read_only: false })).toMatchObject({
      field: 'key',
      problem: 'secret',
    })
  })

  test('a password by which a pile connects goes by a command of its own, other secrets as any value', () => {
    const told = { read_only: false, write_only: true }
    for (const key of ['SecurityCtrlr/BasicAuthPassword', 'NetworkConfiguration[1]/BasicAuthPassword'])
      expect(flawOfChange(key, 'a new password of it', told)?.problem).toBe('secret')
    for (const key of ['Modem/ApnPassword', 'Modem/AccessCode']) expect(flawOfChange(key, '1234', told)).toBeNull()
  })

  test('what nobody may read stands in no template, be it by its name or by what its pile says', () => {
    const plain = { read_only: false, write_only: false }
    const kept = (key: string, told: typeof plain | null) => flawOfKept(key, '1234', told)?.problem ?? null
    expect(kept('Modem/AccessCode', { ...plain, write_only: true })).toBe('write_only')
    expect(kept('Modem/SimPin', plain)).toBe('write_only')
    expect(kept('NetworkConfiguration[1]/ApnPassword', null)).toBe('write_only')
    expect(kept('AuthorizationKey', null)).toBe('secret')
    expect(kept('Modem/AccessCode', plain)).toBeNull()
  })
})
