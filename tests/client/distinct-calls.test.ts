import { expect, test } from 'vitest'
import { distinctCalls } from '../../src/client/piles/call/distinct-calls.ts'
import type { Command } from '../../src/shared/entities/command.ts'

const sent = (id: number, call: string | null, payload = '{}', asked_by: string | null = 'Ann') =>
  ({ id, call, payload, asked_by }) as Command

test('each call stands once, the latest first, and what was never sent not at all', () => {
  const calls = distinctCalls([sent(4, 'A'), sent(3, null), sent(2, 'A', '{"x":1}'), sent(1, 'A')], null)
  expect(calls.map(({ id }) => id)).toEqual([4, 2])
})

test('one’s own are those that one asked for oneself', () => {
  expect(distinctCalls([sent(2, 'A', '{}', 'Bo'), sent(1, 'B')], 'Ann').map(({ id }) => id)).toEqual([1])
})
