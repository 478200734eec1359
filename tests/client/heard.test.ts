import { beforeEach, expect, test } from 'vitest'
import { store } from '../../src/client/kit/session/store.ts'
import { asAnswered, askAnew, hear, heardAtom } from '../../src/client/offline/heard.ts'
import type { Decision } from '../../src/client/offline/outbox.ts'

const said = (key: string, answer: unknown): Decision => ({
  ...{ key, user_id: 1, subject: 'alarm:12', label: 'Ground failure', path: '/act', body: { id: 12 } },
  ...{ decided_at: '2026-11-27T02:00:00.000Z', state: 'waiting', message: null, answer },
})
const keys = () => store.get(heardAtom).map(({ decision }) => decision.key)

beforeEach(() => store.set(heardAtom, []))

test('a record shows as the server answered with it, unless the one in sight is newer or another', () => {
  const shown = { id: 12, version: 3, remark: 'before' }
  const answered = { id: 12, version: 4, remark: 'said' }
  expect(asAnswered(shown, answered)).toEqual(answered)
  const newer = { ...shown, version: 5, remark: 'another person' }
  expect(asAnswered(newer, answered)).toBe(newer)
  expect(asAnswered({ ...shown, id: 13 }, answered).remark).toBe('before')
  expect(asAnswered(shown, null)).toBe(shown)
})

test('what came too late changed nothing, and what two tabs tell of is heard once', () => {
  hear(said('a', { taken: true }), ['alarm'])
  hear(said('b', { taken: false }), ['alarm'])
  hear(said('a', { taken: true }), ['alarm'])
  expect(keys()).toEqual(['a'])
})

test('it says since when its records are asked for anew, and the first time counts', () => {
  hear(said('a', { taken: true }), ['alarm'])
  expect(store.get(heardAtom)[0]?.asked_at).toBeNull()
  askAnew(['alarm'])
  const [first] = store.get(heardAtom)
  expect(first?.asked_at).toBeGreaterThan(Date.now() - 1_000)
  hear(said('b', null), ['alarm'])
  askAnew(['alarm'])
  expect(store.get(heardAtom)[0]).toEqual(first)
  expect(keys()).toEqual(['a', 'b'])
})
