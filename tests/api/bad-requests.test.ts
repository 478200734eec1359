import { connect } from 'node:net'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { unreadIn } from '../../src/server/kit/unread.ts'
import { optionsQuery } from '../../src/shared/kit/call-bodies.ts'
import type { Endpoint } from '../../src/shared/kit/endpoint.ts'
import { fieldsOf } from '../../src/shared/kit/entity.ts'
import type { Field } from '../../src/shared/kit/fields.ts'
import { makeAlarm, makeCard, makeOrder, makeSite } from '../make.ts'
import { allEntities, everyEndpoint, nameOf } from '../setup/contract.ts'
import { type SignedIn, startServer, type TestServer } from '../setup/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
  await Promise.all([makeSite(server.db), makeCard(server.db), makeOrder(server.db), makeAlarm(server.db)])
})
afterAll(() => server.stop())

/** What tears holes: into numbers, columns, text encodings, object prototypes, JSON and SQL. */
const nasty = fc.constantFrom<unknown>(
  ...[0, -1, 1, 2, 1.5, 1e21, -1e300, Number.MAX_SAFE_INTEGER, 2 ** 31, 2 ** 63],
  ...[
    '',
    ' ',
    '0',
    '1',
    '-1',
    '1e999',
    'NaN',
    'null',
    '\0',
    'a\0b',
    '\ud800',
    '\udfff\ud800',
    '%',
    '\\',
    "'",
    '";--',
    '{{x}}',
  ],
  ...[
    'x'.repeat(70_000),
    '😀'.repeat(61),
    '2026-02-30',
    '0000-00-00',
    '9999-12-31T23:59:59+14:00',
    '[',
    '{"from":',
    '[1,',
    '{"a":{}}',
  ],
  ...[
    null,
    true,
    false,
    [],
    {},
    [[]],
    [null],
    [0],
    ['a'],
    { from: 'x' },
    { from: {} },
    { to: [] },
    { from: 1, to: -1 },
  ],
  ...[
    { toString: 1 },
    { constructor: { prototype: {} } },
    { length: 1e9 },
    Array(300).fill(1),
    { id: { id: { id: 1 } } },
  ],
)
const value = fc.oneof({ weight: 3, arbitrary: nasty }, { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 4 }) })

/** Names that no call of the console gives anything. */
const STRANGE = ['id', 'ids', 'constructor', 'x_from']

/** What a body may be made of: where unknown names are refused they would hide all else that is wrong. */
const namesOf = (endpoint: Endpoint): string[] => {
  const entity = allEntities.find(({ path }) => endpoint.path.startsWith(`${path}/`))
  const known = Object.keys(shapeOf(endpoint.body))
  if (isExact(endpoint) && known.length) return known
  return [...new Set([...known, ...(entity ? fieldsOf(entity).map(([name]) => name) : []), ...STRANGE])]
}

const shapeOf = (body: Endpoint['body']) => (body._zod.def as { shape?: object }).shape ?? {}

const isExact = ({ method, takes, body }: Endpoint) =>
  method !== 'GET' && takes !== 'form' && unreadIn(body, { no_such_name: 1 }).length > 0

/** Node itself refuses addresses that are longer. */
const asQuery = (body: unknown) =>
  Object.fromEntries(
    Object.entries(typeof body === 'object' && body ? body : {}).map(([name, value]) => [
      name,
      (typeof value === 'string' ? value : JSON.stringify(value)).slice(0, 1_000),
    ]),
  )

// Who is not signed in may ask only so often, and signing out ends the test's own token.
const asked = everyEndpoint.filter(({ path, permission }) => permission !== 'public' && path !== '/system/login_out')

describe('nothing that a caller sends makes the server fail:', () => {
  test.each(asked.map((endpoint) => [nameOf(endpoint), endpoint] as const))('%s', async (name, endpoint) => {
    const body = fc.oneof(
      {
        weight: 6,
        arbitrary: fc.dictionary(fc.constantFrom(...namesOf(endpoint)), value, { maxKeys: 8, noNullPrototype: true }),
      },
      { weight: 1, arbitrary: value },
    )
    await fc.assert(
      fc.asyncProperty(body, async (body) => {
        const answer = await server.call(name, endpoint.method === 'GET' ? asQuery(body) : (body as object))
        expect(answer.code, JSON.stringify(answer.message)).toBeLessThan(500)
        // A file that comes has no words; a refusal always has.
        if (endpoint.answers !== 'file' || answer.code !== 200) expect(answer.message.length).toBeGreaterThan(0)
      }),
      { numRuns: 40 },
    )
    // Nobody shuts themselves out by what they send, and all that follows is asked by the same.
    expect((await server.call('GET /system/user/get_user_menus')).code).toBe(200)
  })
})

/** Entities with a list, each with those of its fields. */
const listsWith = (isWanted: (field: Field) => boolean) =>
  allEntities
    .filter(({ calls }) => calls.list)
    .map((entity) => {
      const fields = fieldsOf(entity).filter(([, field]) => isWanted(field))
      return [entity.name, entity, fields.map(([name]) => name)] as const
    })
    .filter(([, , names]) => names.length > 0)

const counted = listsWith(({ kind, most = 0 }) => kind === 'count' && most < 2 ** 31)

test.each(counted)('a list of %s says at its field that a figure is larger than any', async (_, entity, names) => {
  for (const name of names) {
    const ask = (given: unknown) => server.call(`${entity.listBy} ${entity.path}/${entity.calls.list}`, given as object)
    const value = entity.listBy === 'GET' ? String(2 ** 53 - 1) : 2 ** 53 - 1
    expect(await ask({ [name]: value }), name).toMatchObject({
      code: 422,
      data: { errors: { [name]: expect.stringMatching(/2,?147,?483,?647/) } },
    })
  }
})

const measured = listsWith(({ kind }) => ['scaled', 'minutes', 'seconds'].includes(kind))

test.each(measured)(
  'a list of %s has nothing of more money or more of a measure than there is',
  async (_, entity, names) => {
    for (const name of names)
      for (const most of [2 ** 31, 2 ** 53 - 1]) {
        const asked = { [`${name}_from`]: String(most) }
        const given = entity.listBy === 'GET' ? asked : { [name]: { from: most } }
        const answer = await server.call(`${entity.listBy} ${entity.path}/${entity.calls.list}`, given as object)
        expect(answer, `${name} ${most}`).toMatchObject({ code: 200, data: { rows: [] } })
      }
  },
)

describe('nothing of a body is dropped without a word:', () => {
  // Costly calls are counted for each person, and the one above has made many.
  let fresh: SignedIn
  beforeAll(async () => {
    fresh = await server.signIn({ permissions: ['*'] })
  })
  const exact = everyEndpoint.filter(isExact)

  test('names are free only in what looks for records, in the demo, and beside a file', () => {
    const free = everyEndpoint.filter((endpoint) => endpoint.method !== 'GET' && !isExact(endpoint))
    const looks = ({ body }: Endpoint) => body === optionsQuery || 'page_num' in shapeOf(body)
    // Of a record, names are looked at together with what is kept: see below.
    const changes = allEntities.flatMap(({ path, calls }) => [`${path}/${calls.create}`, `${path}/${calls.update}`])
    const others = free.filter(
      (one) => one.takes !== 'form' && one.answers !== 'file' && !looks(one) && !changes.includes(one.path),
    )
    expect(others.map(nameOf)).toEqual(['POST /demo/post'])
  })

  test.each(exact.map((endpoint) => [nameOf(endpoint), endpoint] as const))('%s', async (name, { permission }) => {
    const as = permission === 'public' ? null : fresh
    const answer = await server.call(name, { no_such_name: 1 }, { as })
    expect(answer).toMatchObject({ code: 422, data: { errors: { no_such_name: 'There is no such field.' } } })
  })

  test.each([
    ['of nothing', '/system/merchant/create', { name: 'Grid', colour: 1 }, 'colour'],
    ['of another call', '/system/role/add', { name: 'Desk', menu_ids: [], permissions: ['*'] }, 'permissions'],
    ['that the server keeps', '/system/client/create', { account: 'x-1', balance_cents: 9_999 }, 'balance_cents'],
    ['of nothing', '/system/user/edit', { colour: 1 }, 'colour'],
    ['that every record has', '/system/user/edit', { created_at: '2020-01-01T00:00:00Z' }, 'created_at'],
    ['that is said once, when it is made', '/system/user/edit', { user_name: 'other' }, 'user_name'],
    ['of what goes with a record', '/system/user/edit', { roles: [] }, 'roles'],
    [
      'within a list',
      '/system/table/save',
      { name: 'site', columns: [{ prop: 'name', colour: 1 }] },
      'columns.0.colour',
    ],
  ])('a name %s', async (_, path, body, name) => {
    const id = path === '/system/user/edit' && { id: server.administrator.id }
    const answer = await server.call(path, { ...body, ...id }, { language: 'zh-CN' })
    expect([answer.code, Object.keys(answer.data.errors)]).toEqual([422, expect.arrayContaining([name])])
    const known = !['columns.0.colour', 'colour'].includes(name)
    expect(answer.data.errors[name]).toBe(known ? '此项不能在这里设置，请勿提交。' : '没有这个字段。')
  })

  test('so many of them are not all told', async () => {
    const body = Object.fromEntries(Array.from({ length: 50_000 }, (_, at) => [`n${at}`, 1]))
    const { code, data } = await server.call('/system/table/save', body)
    expect([code, Object.keys(data.errors).length < 30]).toEqual([422, true])
  })

  test('a query passes over what keeps caches away', async () => {
    expect((await server.call('GET /system/role/list', { _: '1763723000000' })).code).toBe(200)
  })
})

describe('a body of more values than anybody sends is refused before it is read:', () => {
  const many = Array.from({ length: 20_001 }, (_, at) => at)
  test.each<[string, object, string]>([
    ['names', Object.fromEntries(many.map((at) => [`k${at}`, 1])), 'body'],
    ['entries', { id: many }, 'id'],
    ['entries of several lists', { a: { b: many.slice(1), c: [1] } }, 'a'],
  ])('%s', async (_, body, field) => {
    const { code, data } = await server.call('/system/park-lot/index', body, { language: 'en' })
    expect([code, data.errors]).toEqual([422, { [field]: 'At most 20,000 entries.' }])
  })
})

describe('bytes that are no request', () => {
  const post = (body: BodyInit, headers: Record<string, string> = {}) =>
    fetch(`${server.url}/api/system/park-lot/create`, {
      method: 'POST',
      body,
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${server.administrator.token}`,
        ...headers,
      },
    })

  test.each<[string, BodyInit, number, Record<string, string>?]>([
    ['broken UTF-8', new Uint8Array([0x7b, 0x22, 0x6e, 0x22, 0x3a, 0x22, 0xff, 0xfe, 0x22, 0x7d]), 422],
    ['a hundred thousand brackets', '['.repeat(100_000), 400],
    ['a hundred thousand nested lists', '['.repeat(100_000) + ']'.repeat(100_000), 422],
    ['a hundred thousand nested objects', `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`, 422],
    ['a prototype', '{"__proto__":{"admin":true}}', 400],
    ['a constructor', '{"constructor":{"prototype":{}}}', 400],
    ['two megabytes', ' '.repeat(2_000_000), 413],
    [
      'a form with words for figures',
      'name=x&spaces=many',
      422,
      { 'content-type': 'application/x-www-form-urlencoded' },
    ],
    ['an unknown type', 'x', 415, { 'content-type': 'text/plain' }],
    ['a broken type', 'x', 415, { 'content-type': ';;;' }],
    ['a key with spaces', '{}', 422, { 'idempotency-key': 'a b c d e f' }],
    ['no token but a scheme', '{}', 401, { authorization: 'Bearer' }],
    ['another scheme', '{}', 401, { authorization: 'Basic YWRtaW46YWRtaW4=' }],
  ])('%s', async (_, body, code, headers) => {
    const response = await post(body, headers)
    expect(response.status).toBe(code)
    expect(await response.json()).toMatchObject({ code, message: expect.any(String) })
  })

  test.each([
    ['a method that nobody serves', 'PATCH /api/system/login HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n', '404'],
    ['an address with broken encoding', 'GET /api/%zz HTTP/1.1\r\nHost: x\r\n\r\n', '400'],
    ['no HTTP at all', 'hello\r\n\r\n', '400'],
    ['a header without a colon', 'GET /healthz HTTP/1.1\r\nHost x\r\n\r\n', '400'],
    ['headers without an end', `GET /healthz HTTP/1.1\r\nX: ${'a'.repeat(40_000)}\r\n\r\n`, '431'],
    [
      'a body shorter than it says',
      'POST /api/system/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 1\r\n\r\n{',
      '400',
    ],
  ])('%s', async (_, bytes, code) => {
    const { hostname, port } = new URL(server.url)
    const socket = connect(Number(port), hostname).end(bytes)
    const answer = await new Promise<string>((resolve) => socket.once('data', (data) => resolve(data.toString())))
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${code} `))
    const body = JSON.parse(answer.slice(answer.indexOf('\r\n\r\n')))
    expect(body).toEqual({ code: Number(code), message: expect.any(String), data: null })
  })

  test('leave the server as it was', async () => {
    expect((await server.call('GET /system/user/get_user_menus')).code).toBe(200)
  })
})

test('an unreadable query string is refused, not guessed', async () => {
  const headers = { authorization: `Bearer ${server.administrator.token}` }
  for (const query of [
    'id[]=1&id=2',
    'id=1&id=2',
    '=&&==',
    'id=%00',
    'keyword=%ff%fe',
    `keyword=${'x'.repeat(8_000)}`,
  ]) {
    for (const path of ['/system/device/view', '/ocpp/log', '/client/details', '/system/index/search']) {
      const { status } = await fetch(`${server.url}/api${path}?${query}`, { headers })
      expect(status, `${path}?${query.slice(0, 20)}`).toBeLessThan(500)
    }
  }
})

test.each([
  ['alarm-rule', 'kinds'],
  ['alarm-rule', 'severity'],
  ['device', 'archived'],
  ['device', 'state'],
])('what has no text, where the list of %s takes a word for %s, is an error at its field', async (path, field) => {
  for (const value of [{ toString: 1 }, [{ toString: 1 }]]) {
    const { status, data } = await server.call(`/system/${path}/index`, { [field]: value })
    expect([status, Object.keys(data.errors)]).toEqual([422, [field]])
  }
})
