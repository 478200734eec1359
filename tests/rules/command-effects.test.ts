import { expect, test } from 'vitest'
import { effectOf, hasEffect } from '../../src/server/ocpp/command-effects.ts'
import type { Intent } from '../../src/shared/domain/intent.ts'

const known = {
  states: new Map(),
  skew_ms: 0,
  with_priority: new Set<string>(),
  sent_at: 0,
  proviso: 'RebootRequired' as const,
}

test.each<[Intent, boolean]>([
  [{ ask: 'clear_cards' }, false],
  [{ ask: 'card_list_version' }, false],
  // Some piles tell in reports that follow.
  [{ ask: 'read_settings', keys: [] }, true],
  [{ ask: 'reset', type: 'Soft' }, true],
  [{ ask: 'configure', key: 'A', value: '1' }, true],
])('%j: whether more than its answer is to be seen', (intent, has) => {
  expect(hasEffect(intent)).toBe(has)
  expect(effectOf(intent, known) !== null).toBe(has)
})

test('what is none of our calls has no effect that we know', () => {
  expect(hasEffect(null)).toBe(false)
})
