import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { keep, kept } from '../../src/client/kit/session/kept.ts'
import { readRefresh, startRefresh } from '../../src/client/kit/session/refresh.ts'
import { endSession, keepPerson, type Person } from '../../src/client/kit/session/session.ts'
import { dropTokens, keepTokens, readToken } from '../../src/client/kit/session/token.ts'

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
  ] as const)('of a session that is over, %s, is %j', async (why, draft) => {
    endSession(why)
    expect([kept('draft/site'), kept('person'), readToken(), await readRefresh()]).toEqual([draft, null, null, null])
  })

  test('is its person’s, and nobody else’s who signs in after them', () => {
    endSession('expired')
    keepPerson(person(7))
    expect(kept('draft/site')).toEqual({ name: 'Pudong' })
    keepPerson(person(8))
    expect(kept('draft/site')).toBeNull()
  })
})

test('a try to renew keeps its name until it has its answer', async () => {
  const started = await startRefresh()
  expect(started?.attempt).toMatch(/^[0-9a-f]{32}$/)
  expect(await startRefresh()).toEqual(started)
  await keepTokens('t2', 'r2', true)
  expect((await startRefresh())?.attempt).not.toBe(started?.attempt)
})

test('what a console before kept in local storage is taken over with its try, and is there no more', async () => {
  keep('refresh_token', { token: 'r0', remember: true, attempt: 'a'.repeat(32) }, 60)
  expect(await startRefresh()).toEqual({ token: 'r0', remember: true, attempt: 'a'.repeat(32) })
  expect(localStorage.getItem('refresh_token')).toBeNull()
  expect((await readRefresh())?.token).toBe('r0')
})
