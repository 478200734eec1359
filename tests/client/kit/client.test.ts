import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { send } from '../../../src/client/kit/api/client.ts'
import { dataAgeAtom } from '../../../src/client/kit/api/data-age.ts'
import type { Failure } from '../../../src/client/kit/api/failure.ts'
import { readRefresh } from '../../../src/client/kit/session/refresh.ts'
import { onSessionEnd, personAtom } from '../../../src/client/kit/session/session.ts'
import { store } from '../../../src/client/kit/session/store.ts'
import { dropTokens, keepTokens, readToken, writeToken } from '../../../src/client/kit/session/token.ts'
import { asked, ok, serve, signIn, speak } from '../stage.tsx'

beforeAll(() => speak())
beforeEach(() => {
  dropTokens()
  store.set(personAtom, null)
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  vi.useRealTimers()
})

const bearer = (headers: Headers) => headers.get('authorization')
const expired = { code: 401, message: 'Your session has ended.', data: null }
const failed = (work: Promise<unknown>) =>
  work.then(
    () => Promise.reject(new Error('it did not fail')),
    (failure: Failure) => failure,
  )

/** The browser's own clock is not one that a test can move. */
function endsAfter(ms: number): AbortSignal {
  const end = new AbortController()
  setTimeout(() => end.abort(new DOMException('Too long', 'TimeoutError')), ms)
  return end.signal
}
const ended = (signal: AbortSignal) =>
  new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))

describe('every request', () => {
  test('carries the token, the language and JSON; a GET its time', async () => {
    keepTokens('one', 'r1', false)
    const all = serve(() => ok(null))
    await send({ method: 'GET', path: '/system/index/search', body: { keyword: 'a b', ids: [1, 2], none: undefined } })
    await send({ method: 'POST', path: '/system/park-lot/index', body: { page_num: 1 } })
    const [get, post] = all
    expect(bearer(get?.headers as Headers)).toBe('Bearer one')
    expect(get?.headers.get('accept-language')).toBe('en')
    expect(Object.fromEntries(get?.url.searchParams ?? [])).toEqual({
      keyword: 'a b',
      ids: '[1,2]',
      _: expect.stringMatching(/^\d{13}$/),
    })
    expect(post?.body).toEqual({ page_num: 1 })
    expect(post?.headers.get('content-type')).toMatch('application/json')
  })

  test('says what was written last, and how old an answer is where that is worth a word', async () => {
    const sent: Headers[] = []
    const said: Record<string, Record<string, string>> = {
      '/api/system/merchant/create': { 'read-after': '4711' },
      '/api/system/site/index': { 'data-age': '5' },
      '/api/system/merchant/index': { 'data-age': '1' },
    }
    vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
      sent.push(new Headers(init.headers))
      return new Response(JSON.stringify(ok(null)), {
        headers: { 'content-type': 'application/json', ...said[path] },
      })
    })
    await send({ method: 'POST', path: '/system/merchant/create' })
    await send({ method: 'POST', path: '/system/site/index' })
    expect(sent[1]?.get('read-after')).toBe('4711')
    expect(store.get(dataAgeAtom)).toBe(5)
    await send({ method: 'POST', path: '/system/merchant/view' })
    expect(store.get(dataAgeAtom)).toBe(5)
    await send({ method: 'POST', path: '/system/merchant/index' })
    expect(store.get(dataAgeAtom)).toBe(null)
  })

  test('names its key when it may be sent twice', async () => {
    const all = serve(() => ok(null))
    await send({ method: 'POST', path: '/system/client/charge', body: {}, idempotencyKey: 'k-1' })
    expect(all[0]?.headers.get('idempotency-key')).toBe('k-1')
  })
})

describe('a token that has ended', () => {
  /** Knows the second token only, and gives it for the first refresh token, once. */
  function server() {
    let refreshes = 0
    const all = serve(async (one) => {
      if (one.path === '/site/refresh') {
        refreshes += 1
        await new Promise((resolve) => setTimeout(resolve, 20))
        const good = one.body.refresh_token === 'r1' && refreshes === 1
        return good ? ok({ access_token: 'two', refresh_token: 'r2', expires_in: 900 }) : expired
      }
      return bearer(one.headers) === 'Bearer two' ? ok(one.path) : expired
    })
    return all
  }

  test('is renewed, and the call is made once more', async () => {
    keepTokens('one', 'r1', false)
    const all = server()
    expect(await send({ method: 'POST', path: '/a' })).toBe('/a')
    expect(all.map(({ path }) => path)).toEqual(['/a', '/site/refresh', '/a'])
    expect(readToken()).toBe('two')
    expect((await readRefresh())?.token).toBe('r2')
  })

  test('is renewed once for all calls that meet it at the same time', async () => {
    keepTokens('one', 'r1', true)
    const all = server()
    const paths = ['/a', '/b', '/c', '/d']
    expect(await Promise.all(paths.map((path) => send({ method: 'POST', path })))).toEqual(paths)
    expect(asked(all, '/site/refresh')).toHaveLength(1)
  })

  test('ends the session when it cannot be renewed: said once, and nothing of it is kept', async () => {
    keepTokens('one', 'spent', false)
    signIn()
    server()
    const ends: string[] = []
    const stop = onSessionEnd((why) => ends.push(why))
    const failures = await Promise.all(['/a', '/b'].map((path) => failed(send({ method: 'POST', path }))))
    stop()
    expect(failures.map(({ code }) => code)).toEqual([401, 401])
    expect(failures[0]?.message).toBe('Your session has expired. Please sign in again.')
    expect(ends).toEqual(['expired'])
    expect([readToken(), await readRefresh(), store.get(personAtom)]).toEqual([null, null, null])
  })

  test('without a refresh token ends the session without asking', async () => {
    await dropTokens()
    writeToken('one', false)
    const all = server()
    await failed(send({ method: 'POST', path: '/a' }))
    expect(asked(all, '/site/refresh')).toHaveLength(0)
    expect(readToken()).toBeNull()
  })

  test('or was cleared under an open page ends the session, which is said', async () => {
    await dropTokens()
    signIn()
    const all = server()
    const ends: string[] = []
    const stop = onSessionEnd((why) => ends.push(why))
    const failure = await failed(send({ method: 'POST', path: '/a' }))
    stop()
    expect(failure.message).toBe('Your session has expired. Please sign in again.')
    expect(ends).toEqual(['expired'])
    expect(asked(all, '/site/refresh')).toHaveLength(0)
  })

  test('of nobody is what the server says: a sign-in that is refused ends no session', async () => {
    await dropTokens()
    server()
    expect((await failed(send({ method: 'POST', path: '/a' }))).message).toBe(expired.message)
  })

  test('that another tab has renewed meanwhile is simply used', async () => {
    keepTokens('one', 'r1', false)
    const all = serve((one) => {
      if (bearer(one.headers) === 'Bearer two') return ok('done')
      keepTokens('two', 'r2', false)
      return expired
    })
    expect(await send({ method: 'POST', path: '/a' })).toBe('done')
    expect(asked(all, '/site/refresh')).toHaveLength(0)
  })

  test('brings nobody back who left while its answer was on its way', async () => {
    keepTokens('one', 'r1', true)
    serve(async (one) => {
      if (one.path !== '/site/refresh') return expired
      await dropTokens()
      return ok({ access_token: 'two', refresh_token: 'r2', expires_in: 900 })
    })
    await failed(send({ method: 'POST', path: '/a' }))
    expect([readToken(), await readRefresh()]).toEqual([null, null])
  })

  test('stays when something between answers in the place of the server', async () => {
    keepTokens('one', 'r1', true)
    serve((one) => (one.path === '/site/refresh' ? { code: 200, message: 'Welcome to our hotel' } : expired))
    expect((await failed(send({ method: 'POST', path: '/a' }))).kind).toBe('silent')
    expect([readToken(), (await readRefresh())?.token]).toEqual(['one', 'r1'])
  })

  test('stays when the server is silent: a tunnel is no reason to sign in again', async () => {
    keepTokens('one', 'r1', false)
    serve((one) => {
      if (one.path === '/site/refresh') throw new TypeError('Failed to fetch')
      return expired
    })
    const failure = await failed(send({ method: 'POST', path: '/a' }))
    expect(failure.kind).toBe('silent')
    expect([readToken(), (await readRefresh())?.token]).toEqual(['one', 'r1'])
  })
})

describe('a failure says', () => {
  test.each([
    [404, 'no matter', 'Status:404, requesting a server record that does not exist'],
    [500, 'The server has an error. Number 7.', 'The server has an error. Number 7.'],
    [500, '', 'Status:500, the server has an error'],
    [422, 'Please check the marked fields.', 'Please check the marked fields.'],
    [418, '', 'unknown error'],
  ])('%d "%s" as "%s"', async (code, message, said) => {
    serve(() => ({ code, message, data: null }))
    expect((await failed(send({ method: 'POST', path: '/a' }))).message).toBe(said)
  })

  test('that the server did not respond', async () => {
    serve(() => {
      throw new TypeError('Failed to fetch')
    })
    const failure = await failed(send({ method: 'POST', path: '/a' }))
    expect([failure.kind, failure.message]).toEqual(['silent', 'the server did not respond'])
  })

  test.each([
    ['', undefined],
    [', no matter who else may end it', new AbortController().signal],
  ])('that it took longer than a call may take%s', async (_, signal) => {
    vi.useFakeTimers()
    vi.spyOn(AbortSignal, 'timeout').mockImplementation(endsAfter)
    vi.stubGlobal('fetch', (_: unknown, { signal }: { signal: AbortSignal }) => ended(signal))
    const failing = failed(send({ method: 'POST', path: '/a', ...(signal && { signal }) }))
    await vi.advanceTimersByTimeAsync(10_000)
    const failure = await failing
    expect([failure.kind, failure.message]).toEqual(['silent', 'The request server is not responding!'])
  })

  test('that an answer of something else between could not be read', async () => {
    vi.stubGlobal(
      'fetch',
      async () => new Response('<html>', { status: 200, headers: { 'content-type': 'text/html' } }),
    )
    expect((await failed(send({ method: 'POST', path: '/a' }))).kind).toBe('unreadable')
  })

  test('what is wrong with each field', async () => {
    serve(() => ({ code: 422, message: 'Please check.', data: { errors: { name: 'This is taken already.' } } }))
    expect((await failed(send({ method: 'POST', path: '/a' }))).fields).toEqual({ name: 'This is taken already.' })
  })
})
