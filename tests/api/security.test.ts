import { createHmac } from 'node:crypto'
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { savedName } from '../../src/server/files/saved-name.ts'
import { keptRichText } from '../../src/server/kit/rich-text.ts'
import { dispositionOf } from '../../src/server/kit/serve-file.ts'
import { newAppSecret } from '../../src/shared/endpoints/client-apps.ts'
import { resetPassword } from '../../src/shared/endpoints/people.ts'
import { userMenus } from '../../src/shared/endpoints/shell.ts'
import { makeSite, makeUser } from '../make.ts'
import { askToken, makeApp } from '../setup/client-app.ts'
import { startServer, type TestServer } from '../setup/server.ts'

let server: TestServer

beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

const coded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
const signed = (text: string, key: string) => `${text}.${createHmac('sha256', key).update(text).digest('base64url')}`

describe('a token that nobody gave', () => {
  test.each<[string, (head: string, body: string, sign: string) => string]>([
    ['that is not signed', (_, body) => `${coded({ alg: 'none' })}.${body}.`],
    ['that says it is not signed', (_, body, sign) => `${coded({ alg: 'NONE' })}.${body}.${sign}`],
    ['signed with nothing', (head, body) => signed(`${head}.${body}`, '')],
    ['that names its own key', (_, body) => signed(`${coded({ alg: 'HS256', kid: '../../dev/null' })}.${body}`, '')],
    ['for someone else', (head, _, sign) => `${head}.${coded({ sub: '1', sid: 'x' })}.${sign}`],
    ['that never ends', (head, body, sign) => `${head}.${coded({ ...parts(body), exp: 9e9 })}.${sign}`],
    ['with more parts', (head, body, sign) => `${head}.${body}.${sign}.${sign}`],
    ['that is a refresh token', () => server.administrator.refresh_token],
  ])('opens nothing: %s', async (_, forge) => {
    const [head = '', body = '', sign = ''] = server.administrator.token.split('.')
    expect((await server.call(userMenus, {}, { as: { token: forge(head, body, sign) } })).code).toBe(401)
  })
})

const parts = (body: string) => JSON.parse(Buffer.from(body, 'base64url').toString())

describe('a secret that is shown once', () => {
  test('is in no kept answer: the same request again makes another', async () => {
    const [app, user] = [await makeApp(server), await makeUser(server.db)]
    const again = { key: 'the-same-request' }
    const secret = async () => (await server.call(newAppSecret, { id: app.id }, again)).data.secret
    const password = async () => (await server.call(resetPassword, { id: user.id }, again)).data.password
    for (const shown of [secret, password]) expect(await shown()).not.toBe(await shown())
  })
})

describe('a token for a program', () => {
  test('is not asked for without end from one address', async () => {
    const asked = await Promise.all(Array.from({ length: 61 }, () => askToken(server, { grant_type: 'password' })))
    const late = asked.filter(({ status }) => status === 429)
    expect(late.map(({ answer }) => answer.error)).toEqual(['temporarily_unavailable'])
  })
})

describe('what the server keeps for itself', () => {
  test.each<[string, unknown]>([
    ['created_at', '2020-01-01T00:00:00Z'],
    ['archived_at', '2020-01-01T00:00:00Z'],
    ['updated_at', '2020-01-01T00:00:00Z'],
    ['password_hash', 'x'],
    ['permissions', ['*']],
    ['built_in', true],
  ])('is nobody’s to set: %s', async (name, value) => {
    const { id } = await makeSite(server.db)
    const rowNow = () => server.db.selectFrom('site').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    const before = await rowNow()
    await server.call('/system/park-lot/update', { id, [name]: value })
    expect(await rowNow()).toEqual(before)
  })
})

describe('a body', () => {
  const post = (body: string) =>
    fetch(`${server.url}/api/system/park-lot/index`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${server.administrator.token}` },
      body,
    })

  test.each([
    ['__proto__', '{"__proto__":{"polluted":true}}', 400],
    ['constructor', '{"constructor":{"prototype":{"polluted":true}}}', 400],
    ['a hundred thousand lists in each other', `{"keyword":${'['.repeat(100_000)}${']'.repeat(100_000)}}`, 422],
    ['a column that is none', '{"prop":"id;drop table users"}', 422],
    ['an order that is none', '{"prop":"id","order":"asc nulls first"}', 422],
    ['a letter that is no text', '{"keyword":"a\\u0000b"}', 422],
  ])('does no harm: %s', async (_, body, status) => {
    expect((await post(body)).status).toBe(status)
    expect(Reflect.get({}, 'polluted')).toBeUndefined()
  })
})

/** What comes back for bytes as they are, until the server closes or has nothing more to say. */
const answersTo = (bytes: string) =>
  new Promise<string[]>((resolve) => {
    let heard = ''
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1', () => socket.write(bytes))
    socket.on('data', (data) => {
      heard += data
    })
    socket.on('error', () => {})
    socket.on('close', () => resolve(heard.match(/HTTP\/1\.1 \d+/g) ?? []))
  })

test.each([
  ['two lengths', 'POST /api/system/login HTTP/1.1\r\nHost: x\r\nContent-Length: 6\r\nContent-Length: 5\r\n\r\n012345'],
  [
    'a length and chunks',
    'POST /api/system/login HTTP/1.1\r\nHost: x\r\nContent-Length: 6\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nG',
  ],
  ['another encoding', 'POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: xchunked\r\n\r\n0\r\n\r\n'],
  ['a space before the colon', 'GET / HTTP/1.1\r\nHost : x\r\n\r\n'],
  ['lines of another kind', 'GET / HTTP/1.1\nHost: x\n\n'],
])('a request that two servers would read differently is refused, once: %s', async (_, bytes) => {
  expect(await answersTo(bytes)).toEqual(['HTTP/1.1 400'])
})

test.each([
  '/..%2f..%2fpackage.json',
  '/api/files/..%2f..%2ftoken.key',
  '/assets/..%2f..%2f..%2fpackage.json',
  '/.git/config',
])('a path leads nowhere else: %s', async (path) => {
  const { status } = await fetch(server.url + path, {
    headers: { authorization: `Bearer ${server.administrator.token}` },
  })
  expect(status).toBe(404)
})

test.each([
  '<p onclick="alert(1)">a</p>',
  '<svg><script>alert(1)</script></svg>a',
  '<a href="java\nscript:alert(1)">a</a>',
  '<a href="&#106;avascript:alert(1)">a</a>',
  '<iframe srcdoc="<script>alert(1)</script>"></iframe>a',
  '<math><mtext><table><mglyph><style><!--</style><img title="--><img src onerror=alert(1)>">a',
  '<p style="background:url(javascript:alert(1))">a</p>',
])('nothing of a rich text runs: %s', (html) => {
  expect(keptRichText(html)).not.toMatch(/alert|script|style|on\w+=/i)
})

describe('the name of a file', () => {
  test.each(['a\r\nSet-Cookie: x=1', 'a"; filename="b', '\ud800', '../../etc/passwd'])(
    'is a name and no header: %j',
    (name) => {
      expect(dispositionOf(name)).toMatch(/^attachment; filename="[ !#-[\]-~]*"; filename\*=UTF-8''[\w.%!#$&+^`|~-]*$/)
    },
  )

  test.each([
    ['report.html', 'application/pdf', 'report.html.pdf'],
    ['run.js', 'text/plain; charset=utf-8', 'run.js.txt'],
    ['evil.svg', 'text/plain; charset=utf-8', 'evil.svg.txt'],
    ['setup.exe', 'application/octet-stream', 'setup.exe.bin'],
    ['无后缀', 'application/pdf', '无后缀.pdf'],
    ['prices.CSV', 'text/csv; charset=utf-8', 'prices.CSV'],
    ['v1.2.bin', 'application/octet-stream', 'v1.2.bin'],
  ])('says what it is, however it was called: %s', (name, type, saved) => {
    expect(savedName(name, type)).toBe(saved)
  })
})
