import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { type ConnectionOptions, connect } from 'node:tls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createWebServer } from '../../src/server/app/web-server.ts'
import { temporaryFolder } from '../setup/process.ts'

const folder = temporaryFolder()
let server: Server
beforeAll(async () => {
  const [key, cert] = [join(folder.path, 'key.pem'), join(folder.path, 'cert.pem')]
  const made = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=localhost']
  execFileSync('openssl', [...made, '-keyout', key, '-out', cert], { stdio: 'ignore' })
  server = createWebServer({ cert: readFileSync(cert, 'utf8'), key: readFileSync(key, 'utf8') }, (_, reply) =>
    reply.end(),
  )
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
})
afterAll(() => {
  server.close()
  folder.remove()
})

/** The suite that both sides agree to, or the refusal. */
async function agreed(options: ConnectionOptions): Promise<string> {
  const { port } = server.address() as AddressInfo
  const socket = connect({ port, host: '127.0.0.1', rejectUnauthorized: false, ...options })
  try {
    await once(socket, 'secureConnect')
    return socket.getCipher().name
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? 'refused'
  } finally {
    socket.destroy()
  }
}
const with12 = (ciphers: string) => agreed({ maxVersion: 'TLSv1.2', ciphers })

test.each(['AES128-SHA', 'AES256-SHA', 'AES128-SHA256', 'ECDHE-RSA-AES128-SHA', 'ECDHE-RSA-AES256-SHA384'])(
  'the suite %s is refused: it encrypts without authenticating what it encrypts',
  async (suite) => {
    expect(await with12(suite)).toMatch(/HANDSHAKE_FAILURE|ECONNRESET/)
  },
)

test('versions before 1.2 are refused', async () => {
  expect(await agreed({ minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' })).toMatch(
    /PROTOCOL|VERSION|ECONNRESET/,
  )
})

test.each(['AES128-GCM-SHA256', 'AES256-GCM-SHA384', 'ECDHE-RSA-AES128-GCM-SHA256'])(
  'a pile that knows %s alone is let in',
  async (suite) => {
    expect(await with12(suite)).toBe(suite)
  },
)

test('what keeps its secret later comes first, whatever the other side prefers', async () => {
  expect(await with12('AES128-GCM-SHA256:ECDHE-RSA-AES256-GCM-SHA384')).toBe('ECDHE-RSA-AES256-GCM-SHA384')
  expect(await agreed({})).toMatch(/^TLS_/)
})
