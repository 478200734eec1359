import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkChainNow } from '../../src/shared/endpoints/audit-chain.ts'
import { ownAccount } from '../../src/shared/endpoints/own-account.ts'
import { type SignedIn, startServer, type TestServer } from '../setup/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer({ settings: { trustedProxies: ['127.0.0.1'] } })
})
afterAll(() => server.stop())

type Who = Pick<SignedIn, 'token'>

test('reading the whole change log is limited for each person, behind whatever address', async () => {
  const [auditor, other] = [
    await server.signIn({ permissions: ['audit_entry.check'] }),
    await server.signIn({ permissions: ['audit_entry.check'] }),
  ]
  const check = async (as: Who) => (await server.call(checkChainNow, {}, { as })).code
  for (let time = 0; time < 60; time++) expect(await check(auditor)).toBe(200)
  expect(await check(auditor)).toBe(429)
  expect(await check(other), 'a colleague at the same desk').toBe(200)
  const response = await fetch(`${server.url}/api${checkChainNow.path}`, {
    method: 'POST',
    headers: {
      ...{ 'content-type': 'application/json', 'x-forwarded-for': '203.0.113.7' },
      authorization: `Bearer ${auditor.token}`,
    },
    body: '{}',
  })
  expect(response.status, 'from elsewhere').toBe(429)
})

test('so are sheets, while all else goes on', async () => {
  const clerk = await server.signIn({ permissions: ['dept.list', 'dept.export', 'site.list', 'site.export'] })
  const codes = new Set<number>()
  for (let time = 0; time < 121; time++)
    codes.add((await server.call('GET /fileExport', { name: 'site' }, { as: clerk })).code)
  const last = await server.call('GET /fileExport', { name: 'site' }, { as: clerk })
  expect([...codes]).toEqual([200, 429])
  expect(last).toMatchObject({ code: 429, message: expect.stringContaining('Too many requests') })
  expect((await server.call(ownAccount, {}, { as: clerk })).code).toBe(200)
})
