import { expect, test } from 'vitest'
import en from '../../locales/en/pile_facts.json' with { type: 'json' }
import zh from '../../locales/zh-CN/pile_facts.json' with { type: 'json' }
import { flagNames } from '../../src/server/ocpp/flags.ts'
import { quietLog } from '../../src/server/ocpp/quiet-log.ts'

test.each([
  ['English', en.flag],
  ['Chinese', zh.flag],
])('every anomaly of a pile has its words in %s', (_, words) => {
  expect(Object.keys(words).sort()).toEqual([...flagNames].sort())
})

test('the same fault is told once a second, with how often it was swallowed', () => {
  const told: [object, string][] = []
  let now = 0
  const log = quietLog({ error: (...said) => told.push(said), warn: () => {} }, () => now)
  for (let time = 0; time < 5; time++) log.error({ time }, 'no database')
  log.error({}, 'another')
  now = 1_000
  log.error({ time: 5 }, 'no database')
  expect(told).toEqual([
    [{ time: 0 }, 'no database'],
    [{}, 'another'],
    [{ time: 5, swallowed: 4 }, 'no database'],
  ])
})
