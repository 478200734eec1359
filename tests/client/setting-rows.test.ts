import { expect, test } from 'vitest'
import {
  awaitsReboot,
  found,
  grouped,
  isHidden,
  isPassword,
  passing,
  rowsOf,
} from '../../src/client/piles/configuration/setting-rows.ts'

type Told = Parameters<typeof rowsOf>[0]
type Setting = Told['settings'][number]

const setting = (key: string, more: Partial<Setting> = {}): Setting => ({
  ...{ key, value: '1', read_only: false, write_only: false, read_at: '2026-11-23T00:00:00Z', change: null },
  ...{ facts: null, supports_monitoring: null },
  ...more,
})
const change = (status: 'accepted' | 'done' | 'refused', word: string) => ({
  ...{ value: '2', status, word, reason: null, asked_by: 'Ann', at: '2026-11-23T00:00:01Z' },
})
const told = (settings: Setting[], template: Told['template'] = null): Told => ({
  ...{ settings, template, read_at: '2026-11-23T00:00:00Z' },
})
const rows = rowsOf(
  told([
    setting('xFan'),
    setting('heartbeatInterval', { change: change('accepted', 'RebootRequired') }),
    setting('NumberOfConnectors', { read_only: true }),
    setting('CpoName', { change: change('done', 'RebootRequired') }),
  ]),
)
const keys = (some: typeof rows) => some.map(({ key }) => key)

test('the password has its place, once, where anything was read', () => {
  expect(keys(rows)).toContain('AuthorizationKey')
  expect(rowsOf(told([]))).toEqual([])
  expect(rowsOf(told([setting('authorizationkey', { value: null })]))).toHaveLength(1)
})

test('the password of a network is hidden, and is none by which the pile connects', () => {
  const network = 'NetworkConfiguration[1]/ApnPassword'
  const some = rowsOf(told([setting(network), setting('SecurityCtrlr/Identity')]))
  const secret = some.filter(isHidden).map((row) => [row.key, isPassword(row)])
  expect(secret).toEqual([
    [network, false],
    ['SecurityCtrlr/BasicAuthPassword', true],
  ])
})

test('what nobody may read is settable, but for the password and what the pile keeps from being set', () => {
  const some = rowsOf(
    told([
      setting('Modem/AccessCode', { value: null, write_only: true }),
      setting('Modem/SimPin'),
      setting('Modem/ApnPassword', { read_only: true }),
    ]),
  )
  expect(keys(some.filter(isHidden))).toHaveLength(4)
  expect(keys(passing(some, 'settable'))).toEqual(['Modem/AccessCode', 'Modem/SimPin'])
})

test('keys stand under their profiles, a maker’s last', () => {
  expect(grouped(rows).map(({ profile, rows: some }) => [profile, keys(some)])).toEqual([
    ['core', ['heartbeatInterval', 'NumberOfConnectors']],
    ['security', ['AuthorizationKey', 'CpoName']],
    ['maker', ['xFan']],
  ])
})

test('filters by what awaits a reboot and by what is read only', () => {
  expect(passing(rows, 'all')).toEqual(rows)
  expect(keys(passing(rows, 'reboot'))).toEqual(['heartbeatInterval'])
  expect(keys(passing(rows, 'read_only'))).toEqual(['NumberOfConnectors'])
  expect(awaitsReboot(change('refused', 'RebootRequired'))).toBe(false)
})

test('is found by its key and by its meaning', () => {
  const meaning = ({ key }: { key: string }) => (key === 'xFan' ? 'When it cools' : 'Something')
  expect(keys(found(rows, ' XF', meaning))).toEqual(['xFan'])
  expect(keys(found(rows, 'cools', meaning))).toEqual(['xFan'])
  expect(found(rows, '', meaning)).toEqual(rows)
})

test('what the template wants stands at its key, and in a row of its own where the pile has none', () => {
  const expected = [
    { key: 'HeartbeatInterval', value: '300', tolerance: null, also: [] },
    { key: 'CpoName', value: '1', tolerance: null, also: [] },
    { key: 'xLight', value: 'on', tolerance: null, also: [] },
  ]
  const settings = [setting('heartbeatInterval'), setting('CpoName'), setting('xFan')]
  const some = rowsOf(told(settings, { id: 1, title: 'DC', expected }))
  expect(some.map(({ key, drift }) => [key, drift?.state ?? null])).toEqual([
    ['heartbeatInterval', 'differs'],
    ['CpoName', 'same'],
    ['xFan', null],
    ['xLight', 'missing'],
    ['AuthorizationKey', null],
  ])
  expect(keys(passing(some, 'drift'))).toEqual(['heartbeatInterval', 'xLight'])
})
