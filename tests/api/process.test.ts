import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { writeXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { isAlive } from '../../src/server/kit/database/embedded/process.ts'
import { type Running, runProgram, SERVER_PROGRAM, temporaryFolder } from '../setup/process.ts'

// The whole server as a person starts it, in a process of its own. The tests follow each other through its life.
const folder = temporaryFolder()
// It makes whole clusters, which takes a machine that does much else minutes.
vi.setConfig({ testTimeout: 240_000 })
const env = {
  DATA_DIR: join(folder.path, 'data'),
  PORT: '0',
  HOST: '127.0.0.1',
  OCPP_AUTH: 'optional',
  LOG_LEVEL: 'info',
  CAPTCHA: 'off',
}

let server: Running
let address = ''

const postmaster = () => Number(readFileSync(join(env.DATA_DIR, 'postgres/postmaster.pid'), 'utf8').split('\n')[0])

async function start() {
  server = runProgram(SERVER_PROGRAM, env)
  address = /Console +(http:\S+)/.exec(await server.says(/"msg":"started"/))?.[1] ?? ''
}

beforeAll(async () => {
  await start()
})
afterAll(async () => {
  server.child.kill('SIGKILL')
  await server.ended
  const pid = existsSync(join(env.DATA_DIR, 'postgres/postmaster.pid')) && postmaster()
  if (pid) process.kill(pid, 'SIGQUIT')
  folder.remove()
})

test('the first start says how to go on, and the password of the first administrator once', () => {
  const said = server.said()
  const password = /Sign in +admin \/ (\S+)/.exec(said)?.[1] ?? ''
  expect(password).toHaveLength(27)
  expect(said).toContain(`Data      ${env.DATA_DIR}`)
  expect(said).toMatch(/Piles +ws:\/\/127\.0\.0\.1:\d+\/ocpp\/\{station number\}/)
  expect(said.split(password)).toHaveLength(2)
})

test('it says that it lives, that it can work, and shows its figures to Prometheus', async () => {
  expect((await fetch(`${address}/healthz`)).status).toBe(200)
  expect(await (await fetch(`${address}/readyz`)).json()).toEqual({ status: 'ok' })
  const metrics = await (await fetch(`${address}/metrics`)).text()
  expect(metrics).toMatch(/^chargedeck_piles_connected 0$/m)
  expect(metrics).toMatch(/^chargedeck_http_request_seconds_count\{.*route="\/healthz".*\} 1$/m)
})

test('a sheet is read by the thread that the server starts from its own files', async () => {
  const password = /Sign in +admin \/ (\S+)/.exec(server.said())?.[1]
  const login = await fetch(`${address}/api/system/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'admin', password }),
  })
  const { data } = (await login.json()) as { data: { token: string } }
  const sheets: [name: string, content: Uint8Array][] = [
    ['one.csv', Buffer.from('Card number\nNEW1\n')],
    ['one.xlsx', await writeXlsx({ sheets: [{ name: 'S', rows: [['Card number'], ['NEW2']] }] })],
  ]
  for (const [name, content] of sheets) {
    const body = new FormData()
    body.append('file', new Blob([content as BlobPart]), name)
    const headers = { authorization: `Bearer ${data.token}` }
    const answer = await fetch(`${address}/api/system/device-car/import`, { method: 'POST', body, headers })
    expect(await answer.json(), name).toMatchObject({ code: 200, data: { imported: 1, problems: [] } })
  }
})

test('a program that uses the port already is told which, and the database it started stops again', async () => {
  const other = temporaryFolder()
  const second = runProgram(SERVER_PROGRAM, { ...env, DATA_DIR: other.path, PORT: new URL(address).port })
  expect(await second.ended).toBe(1)
  expect(second.said()).toMatch(/^PORT is "\d+", which another program uses/m)
  expect(existsSync(join(other.path, 'postgres/postmaster.pid'))).toBe(false)
  other.remove()
})

test('a restore takes the place of the data while the server runs, which serves again by itself', async () => {
  const file = join(folder.path, 'one.backup')
  expect(await runProgram('src/server/app/backup.ts', env, [file]).ended).toBe(0)
  const restore = runProgram('src/server/app/restore.ts', env, [file, '--yes'])
  expect(await restore.ended, restore.said()).toBe(0)
  await server.says(/"msg":"serving again"/)
  expect(await (await fetch(`${address}/readyz`)).json()).toEqual({ status: 'ok' })
})

test('a signal stops it cleanly: sockets hear why, and no database stays behind', async () => {
  const pid = postmaster()
  const browser = new WebSocket(`${address.replace('http', 'ws')}/pub/connect/ws`, { origin: address })
  await once(browser, 'open')
  const closed = once(browser, 'close')
  server.child.kill('SIGTERM')
  const [code] = await closed
  expect(code).toBe(1001)
  expect(await server.ended).toBe(0)
  expect(server.said()).toContain('"msg":"stopped"')
  expect(isAlive(pid)).toBe(false)
})

test('a second start has the same data and says no password', async () => {
  await start()
  expect(server.said()).not.toContain('Sign in')
})

test('a bad setting ends the start with one line', async () => {
  const bad = runProgram(SERVER_PROGRAM, { ...env, PORT: 'http' })
  expect(await bad.ended).toBe(1)
  expect(bad.said()).toBe('PORT is "http"; it takes a port from 1 to 65535, or 0 for any free one.\n')
})
