import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { securityHeaders } from '../../src/server/app/security-headers.ts'
import { temporaryFolder } from '../setup/process.ts'
import { startServer, type TestServer } from '../setup/server.ts'

const folder = temporaryFolder()
let server: TestServer

beforeAll(async () => {
  mkdirSync(join(folder.path, 'assets'))
  writeFileSync(join(folder.path, 'index.html'), '<!doctype html><title>Console</title>')
  server = await startServer({ consoleFolder: folder.path })
})
afterAll(async () => {
  await server.stop()
  folder.remove()
})

const open = (path: string, headers: Record<string, string> = {}) =>
  fetch(server.url + path, { headers: { accept: 'text/html', ...headers } })

/** The content policy of a page by directive. */
async function policyOf(path: string): Promise<Record<string, string>> {
  const { headers } = await open(path)
  const directives = (headers.get('content-security-policy') ?? '').split(';')
  return Object.fromEntries(
    directives.map((directive) => [directive.split(' ')[0] ?? '', directive.split(' ').slice(1).join(' ')]),
  )
}

describe('the console', () => {
  test.each(['/', '/login', '/ocppLog', '/i/anything', '/api/pub/captcha', '/nowhere'])(
    'runs no script and draws no style but its own: %s',
    async (path) => {
      const policy = await policyOf(path)
      expect(policy).toMatchObject({
        'default-src': "'self'",
        'script-src': "'self'",
        'script-src-attr': "'none'",
        'style-src': "'self'",
        'object-src': "'none'",
        'base-uri': "'none'",
        'form-action': "'self'",
        'frame-ancestors': "'self'",
      })
      expect(JSON.stringify(policy)).not.toContain('unsafe')
    },
  )

  test('is told of, sniffed at and lent devices as little as it needs', async () => {
    const { headers } = await open('/')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('referrer-policy')).toBe('same-origin')
    expect(headers.get('cross-origin-resource-policy')).toBe('same-origin')
    expect(headers.get('x-powered-by')).toBeNull()
    expect(headers.get('server')).toBeNull()
    const permissions = headers.get('permissions-policy') ?? ''
    for (const allowed of ['camera=(self)', 'geolocation=(self)', 'microphone=()', 'usb=()'])
      expect(permissions).toContain(allowed)
  })

  test('says so much of a refusal and of a file that is not there too', async () => {
    for (const path of ['/api/no/such/call', '/assets/gone.js', '/api/files/0123456789abcdef'])
      expect((await open(path)).headers.get('x-content-type-options'), path).toBe('nosniff')
  })

  test('frames only whom the menu names, a second after it is named', async () => {
    expect((await policyOf('/'))['frame-src']).toBe("'none'")
    const entry = (name: string, url: string) => ({ name, type: 'iframe', titles: { en: name }, url })
    for (const [name, url] of [
      ['weather', 'https://weather.example.com:8443/now?place=1'],
      ['semicolon', 'https://evil.example;script-src.example/'],
    ] as const)
      expect((await server.call('/system/menu/add', entry(name, url))).code).toBe(200)
    await vi.waitFor(async () => expect((await policyOf('/'))['frame-src']).toBe('https://weather.example.com:8443'), {
      timeout: 3_000,
      interval: 100,
    })
    expect((await policyOf('/i/weather'))['script-src']).toBe("'self'")
  })
})

test('no answer of the API is stored on its way or by the browser', async () => {
  const headers = { authorization: `Bearer ${server.administrator.token}` }
  for (const path of ['/api/system/user/get_user_menus', '/api/pub/captcha', '/api/no/such/call'])
    expect((await fetch(server.url + path, { headers })).headers.get('cache-control'), path).toBe('no-store')
})

describe('another site', () => {
  const origin = 'https://evil.example'

  test.each(['GET', 'POST', 'OPTIONS', 'DELETE'])('may read no answer to its %s', async (method) => {
    const asked = { origin, 'access-control-request-method': 'POST', 'access-control-request-headers': 'authorization' }
    for (const path of ['/api/system/login', '/api/system/park-lot/index', '/api/pub/captcha', '/']) {
      const { headers } = await fetch(server.url + path, { method, headers: asked })
      expect(
        [...headers.keys()].filter((name) => name.startsWith('access-control-')),
        path,
      ).toEqual([])
    }
  })

  test('acts as nobody with the cookie that a browser sends along', async () => {
    const cookie = `token=${server.administrator.token}`
    for (const [method, path] of [
      ['GET', '/api/system/user/get_user_menus'],
      ['POST', '/api/system/park-lot/index'],
      ['DELETE', '/api/system/login_out'],
    ] as const) {
      const { status } = await fetch(server.url + path, { method, headers: { cookie, origin } })
      expect(status, path).toBe(401)
    }
  })
})

test('a page over TLS is alone with itself, and stays on TLS', () => {
  const map = { tiles: null, attribution: null, datum: 'wgs84' } as const
  const plain = securityHeaders({ tls: undefined, publicUrl: undefined, map }, () => "'none'")
  const behind = securityHeaders({ tls: undefined, publicUrl: 'https://console.example.com', map }, () => "'none'")
  expect([plain.strictTransportSecurity, plain.crossOriginOpenerPolicy]).toEqual([false, false])
  expect(behind.crossOriginOpenerPolicy).toEqual({ policy: 'same-origin' })
  expect(behind.strictTransportSecurity).toMatchObject({ maxAge: 31_536_000 })
})

describe('a body', () => {
  const post = (path: string, bytes: number, token?: string) =>
    fetch(`${server.url}/api${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
      body: JSON.stringify({ username: 'x'.repeat(bytes) }),
    })

  test('of who is not signed in is at most 16 KiB', async () => {
    expect((await post('/system/login', 16_000)).status).toBe(422)
    expect((await post('/system/login', 17_000)).status).toBe(413)
  })

  test('of anybody else is at most a megabyte', async () => {
    const { token } = server.administrator
    expect((await post('/system/park-lot/index', 20_000, token)).status).not.toBe(413)
    expect((await post('/system/park-lot/index', 1_100_000, token)).status).toBe(413)
  })
})
