import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { hashPileSecret } from '../../src/server/kit/pile-secret.ts'
import { captcha } from '../../src/shared/endpoints/auth.ts'
import { collectScreen } from '../../src/shared/endpoints/screen-sign-in.ts'
import { makePile } from '../make.ts'
import { makeApp, withSecret } from '../setup/client-app.ts'
import { startNodes } from '../setup/nodes.ts'
import type { TestServer } from '../setup/server.ts'

describe('what is counted at two servers together', () => {
  let network: Awaited<ReturnType<typeof startNodes>>
  let here: TestServer
  let there: TestServer

  beforeAll(async () => {
    network = await startNodes(['one', 'two'], { ocppAuth: 'required' })
    ;[here, there] = network.nodes as [TestServer, TestServer]
  })
  afterAll(() => network.stop())

  const password = randomBytes(20).toString('hex')

  /** What a pile is answered that tries to connect: 101 for one that is let in. */
  async function knock(server: TestServer, station: string, offered: string): Promise<number> {
    const authorization = `Basic ${Buffer.from(`${station}:${offered}`).toString('base64')}`
    const url = `${server.url.replace('http', 'ws')}/ocpp/${station}`
    const socket = new WebSocket(url, ['ocpp1.6'], { headers: { authorization } })
    socket.on('error', () => {})
    const [status] = await Promise.race([
      once(socket, 'open').then(() => [101]),
      once(socket, 'unexpected-response').then(([, refusal]) => [refusal.statusCode as number]),
    ])
    socket.terminate()
    return status as number
  }

  const makeStation = async () =>
    (await makePile(network.database.db, { password_hash: hashPileSecret(password) })).station_number

  test('wrong passwords of a pile, until the right one is taken', async () => {
    const [station, other] = [await makeStation(), await makeStation()]
    const tries = async (number: string, server: TestServer, times: number) => {
      const statuses: number[] = []
      for (let time = 0; time < times; time++) statuses.push(await knock(server, number, `guess number ${time}`))
      return statuses
    }
    expect(await tries(station, here, 10)).toEqual(Array(10).fill(401))
    expect(await tries(other, here, 6)).toEqual(Array(6).fill(401))
    await new Promise((resolve) => setTimeout(resolve, 500))
    expect(await knock(there, station, 'another guess')).toBe(429)
    // Taken at the one, its wrong ones are forgotten at the other.
    expect(await knock(there, other, password)).toBe(101)
    await new Promise((resolve) => setTimeout(resolve, 500))
    expect(await tries(other, here, 8)).toEqual(Array(8).fill(401))
  })

  test('calls of an app', async () => {
    const app = await makeApp(here, { rate: 5 })
    const as = { token: (await withSecret(here, app)).answer.access_token as string }
    const list = async (server: TestServer) => (await server.call('/system/park-lot/index', {}, { as })).code
    expect(await list(there)).toBe(200)
    for (let call = 0; call < 3; call++) expect(await list(here)).toBe(200)
    await new Promise((resolve) => setTimeout(resolve, 500))
    expect([await list(there), await list(there)]).toEqual([200, 429])
  })

  test('calls of a limited route, each by itself, until the minute is over', async () => {
    const secret = 'a'.repeat(32)
    const ask = async (server: TestServer) => (await server.call(collectScreen, { secret }, { as: null })).code
    for (let call = 0; call < 299; call++) expect(await ask(here)).toBe(200)
    await new Promise((resolve) => setTimeout(resolve, 500))
    expect([await ask(there), await ask(there)]).toEqual([200, 429])
    expect((await there.call(captcha, {}, { as: null })).code).toBe(200)
  })
})
