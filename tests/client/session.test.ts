import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { keep, kept } from '../../src/client/kit/session/kept.ts'
import { endSession, keepPerson, type Person } from '../../src/client/kit/session/session.ts'
import { dropTokens, keepTokens, readRefresh, readToken, startRefresh } from '../../src/client/kit/session/token.ts'

const person = (userId: number) =>
  ({
    menu: [],
    permissions: [],
    user: { userId, userName: 'op', name: 'Op', dashboard: '/', role: [] },
  }) as never as Person

beforeEach(() => {
  localStorage.clear()
  keepTokens('t', 'r', true)
  keepPerson(person(7))
  keep('draft/site', { name: 'Pudong' })
})
afterEach(dropTokens)

describe('what was entered and not saved', () => {
  test.each([
    ['signed_out', null],
    ['left', null],
    ['expired', { name: 'Pudong' }],
  ] as const)('of a session that is over, %s, is %j', (why, draft) => {
    endSession(why)
    expect([kept('draft/site'), kept('person'), readToken(), readRefresh()]).toEqual([draft, null, null, null])
  })

  test('is its person’s, and nobody else’s who signs in after them', () => {
    endSession('expired')
    keepPerson(person(7))
    expect(kept('draft/site')).toEqual({ name: 'Pudong' })
    keepPerson(person(8))
    expect(kept('draft/site')).toBeNull()
  })
})

test('a try to renew keeps its name until it has its answer, over a reload as well', () => {
  const started = startRefresh()
  expect(started?.attempt).toMatch(/^[0-9a-f]{32}$/)
  expect(startRefresh()).toEqual(started)
  keepTokens('t2', 'r2', true)
  expect(startRefresh()?.attempt).not.toBe(started?.attempt)
})
