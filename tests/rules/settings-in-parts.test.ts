import fc from 'fast-check'
import { expect, test } from 'vitest'
import { callText } from '../../src/server/ocpp/framing.ts'
import { v201 } from '../../src/server/ocpp/v201/protocol.ts'
import { batches, limits, parts } from '../../src/server/ocpp/v201/settings-calls.ts'
import type { Intent } from '../../src/shared/domain/intent.ts'

const { say } = v201

const [getItems = '', setItems = '', getBytes = '', setBytes = ''] = limits
const ID = '3f2504e0-4f89-41d3-9a0c-0305e82c3301'
const bytesOf = (intent: Intent) => {
  const call = say(intent, null)
  return call ? Buffer.byteLength(callText(ID, call.action, call.payload)) : 0
}

const keys = fc.uniqueArray(
  fc
    .tuple(fc.constantFrom('Fan', 'EVSE(1)', '电源[a]', 'Connector(1,2)'), fc.string({ minLength: 1, maxLength: 50 }))
    .map(([component, name]) => `${component}/${name.replaceAll(/[[\]()/#%\s]/g, 'x')}`),
  { minLength: 1, maxLength: 60, selector: (key) => key.toLowerCase() },
)
const most = fc.record({ items: fc.integer({ min: 1, max: 20 }), bytes: fc.integer({ min: 300, max: 4_000 }) })

test('what is set or asked goes in parts that fit, all of it once and in its order', () => {
  fc.assert(
    fc.property(keys, most, fc.string({ maxLength: 40 }), (all, { items, bytes }, value) => {
      const told = new Map([getItems, setItems].map((key) => [key, String(items)]))
      for (const key of [getBytes, setBytes]) told.set(key, String(bytes))
      const read = parts({ ask: 'read_settings', keys: all }, told)
      expect(read.flatMap((one) => (one.ask === 'read_settings' ? one.keys : []))).toEqual(all)
      const settings = all.map((key) => ({ key, value }))
      const set = parts({ ask: 'configure_all', settings }, told)
      expect(set.flatMap((one) => (one.ask === 'configure_all' ? one.settings : []))).toEqual(settings)
      for (const one of [...read, ...set]) {
        const held = one.ask === 'read_settings' ? one.keys : one.ask === 'configure_all' ? one.settings : []
        expect(held.length).toBeLessThanOrEqual(items)
        if (held.length > 1) expect(bytesOf(one)).toBeLessThanOrEqual(bytes)
      }
    }),
  )
})

test('none goes twice in one, and the last is meant', () => {
  const settings = [
    { key: 'Fan/Speed', value: '1' },
    { key: 'fan/SPEED', value: '2' },
  ]
  expect(parts({ ask: 'configure_all', settings }, new Map())).toEqual([
    { ask: 'configure_all', settings: [{ key: 'fan/SPEED', value: '2' }] },
  ])
})

test('one that is too large goes alone', () => {
  expect(batches(['a', 'bbbbbbbbb', 'c'], { items: null, bytes: 100 }, (text) => text.length)).toEqual([
    ['a'],
    ['bbbbbbbbb'],
    ['c'],
  ])
})

test('another intent is one', () => {
  expect(parts({ ask: 'clear_cards' }, new Map())).toEqual([{ ask: 'clear_cards' }])
  expect(parts({ ask: 'read_settings', keys: [] }, new Map())).toHaveLength(1)
})
