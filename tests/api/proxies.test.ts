import { once } from 'node:events'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { captcha, login } from '../../src/shared/endpoints/auth.ts'
import { makeUser, next } from '../make.ts'
import { startServer, type TestServer } from '../setup/server.ts'

let open: TestServer
let proxied: TestServer
beforeAll(async () => {
  open = await startServer({ settings: { publicUrl: 'https://console.example.com' } })
  proxied = await startServer({
    settings: { publicUrl: 'https://console.example.com', trustedProxies: ['127.0.0.1'], ocppAuth: 'required' },
  })
})
afterAll(() => Promise.all([open.stop(), proxied.stop()]))

const guess = async (server: TestServer, username: string, forwarded: string) => {
  const response = await fetch(`${server.url}/api${login.path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': forwarded },
    body: JSON.stringify({ username, password: 'wrong' }),
  })
  return response.status
}

/** Whom a pile's refused handshake is said to come from. */
async function refusedFrom(server: TestServer, forwarded: string): Promise<string> {
  const station = `STRANGER-${next()}`
  const headers = { 'x-forwarded-for': forwarded }
  const socket = new WebSocket(`${server.url.replace('http', 'ws')}/ocpp/${station}`, ['ocpp1.6'], { headers })
  socket.on('error', () => {})
  await once(socket, 'unexpected-response')
  return await vi.waitFor(async () => {
    const query = server.db.selectFrom('rejected_connection').select('address')
    return (await query.where('station_number', '=', station).executeTakeFirstOrThrow()).address
  })
}

describe('with PUBLIC_URL alone', () => {
  test('nobody in the own network names an address of their own: limits hold', async () => {
    const { user_name } = await makeUser(open.db)
    const codes = []
    for (let time = 0; time < 7; time++) codes.push(await guess(open, user_name, `203.0.113.${time}`))
    expect(codes).toEqual([422, 422, 422, 422, 422, 429, 429])
    const keys = await open.db.selectFrom('sign_in_attempt').select('key').execute()
    expect(JSON.stringify(keys)).not.toContain('203.0.113')
  })

  test('a pile names none either', async () => {
    expect(await refusedFrom(open, '203.0.113.50')).toBe('127.0.0.1')
  })
})

describe('behind a named proxy', () => {
  test('each client is counted by the address that the proxy saw, however it forges others before it', async () => {
    const { user_name } = await makeUser(proxied.db)
    const codes = []
    for (let time = 0; time < 7; time++) codes.push(await guess(proxied, user_name, `10.9.9.${time}, 203.0.113.7`))
    expect(codes).toEqual([422, 422, 422, 422, 422, 429, 429])
    expect(await guess(proxied, user_name, '203.0.113.8')).toBe(422)
  })

  test('an IPv6 client is counted by its /64', async () => {
    const { user_name } = await makeUser(proxied.db)
    const codes = []
    for (let time = 1; time < 8; time++) codes.push(await guess(proxied, user_name, `2001:db8:5:6::${time}`))
    expect(codes).toEqual([422, 422, 422, 422, 422, 429, 429])
    expect(await guess(proxied, user_name, '2001:db8:5:7::1'), 'the next network').toBe(422)
  })

  test('the limit of public calls is each client’s own', async () => {
    const ask = async (forwarded: string) => {
      const response = await fetch(`${proxied.url}/api${captcha.path}`, { headers: { 'x-forwarded-for': forwarded } })
      return Number(response.headers.get('x-ratelimit-remaining'))
    }
    const first = await ask('2001:db8:a:b::1')
    expect(await ask('2001:db8:a:b::2')).toBe(first - 1)
    expect(await ask('2001:db8:a:c::1')).toBe(first)
  })

  test('a pile is known by the address that the proxy saw', async () => {
    expect(await refusedFrom(proxied, '8.8.8.8, 203.0.113.51')).toBe('203.0.113.51')
  })
})
