import { createServer, type IncomingMessage, request } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { setTimeout as after } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { cutSlow } from '../../src/server/app/cut-slow.ts'
import { createWebServer } from '../../src/server/app/web-server.ts'
import { startServer, type TestServer } from '../setup/server.ts'

let server: TestServer

beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

const portOf = (url: string) => Number(new URL(url).port)

/** A connection that says so much and then no more; `ended` resolves with what came back. */
async function halfSaid(port: number, text: string): Promise<{ socket: Socket; ended: Promise<string> }> {
  const socket = connect(port, '127.0.0.1')
  let heard = ''
  socket.on('data', (data) => {
    heard += data
  })
  socket.on('error', () => {})
  const ended = new Promise<string>((resolve) => socket.once('close', () => resolve(heard)))
  await new Promise<void>((resolve) => socket.once('connect', () => resolve()))
  socket.write(text)
  return { socket, ended }
}

const HEAD = 'POST /api/system/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n'

test('a thousand connections that never finish their head keep nobody else waiting', async () => {
  const held = await Promise.all(Array.from({ length: 1_000 }, () => halfSaid(portOf(server.url), HEAD)))
  const answers = await Promise.all(Array.from({ length: 20 }, () => fetch(`${server.url}/api/pub/captcha`)))
  expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200))
  for (const { socket } of held) socket.destroy()
})

test('heads and whole requests have their time, and so has anyone who reads an answer', () => {
  const web = createWebServer(undefined, () => {})
  expect([web.headersTimeout, web.timeout]).toEqual([15_000, 150_000])
  // What a 10 MB upload is allowed by its bytes has to fit in.
  expect(web.requestTimeout).toBeGreaterThan(((10 * 1024 * 1024) / 16_384) * 1000 + 30_000)
  web.close()
})

/** A server that reads bodies, on a clock of the test's own. */
async function reading(now: () => number) {
  const taken: number[] = []
  const cut: string[] = []
  const web = createServer(async (incoming: IncomingMessage, answer) => {
    let size = 0
    try {
      for await (const chunk of incoming) size += (chunk as Buffer).length
    } catch {
      return
    }
    taken.push(size)
    answer.end('taken')
  })
  web.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    cut.push(error.code ?? '')
    socket.destroy()
  })
  cutSlow(web, { now })
  await new Promise<void>((resolve) => web.listen(0, '127.0.0.1', resolve))
  return { web, taken, cut, port: (web.address() as AddressInfo).port }
}

test('a body that trickles is cut off, one over a slow but steady line arrives', async () => {
  let passed = 0
  const { web, taken, cut, port } = await reading(() => passed)
  const trickling = await halfSaid(port, 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\n{')
  const steady = request({ port, method: 'POST', headers: { 'content-length': 10 * 125_000 } })
  const answered = new Promise((resolve) => steady.once('response', resolve))
  // A megabit a second, ten seconds in one: eighty seconds in all would be too long for what does not move.
  for (let part = 0; part < 10; part++) {
    steady.write(Buffer.alloc(125_000))
    passed += 8_000
    await after(part === 4 ? 1_200 : 20)
    if (part < 3) trickling.socket.write(' ')
  }
  steady.end()
  await answered
  await trickling.ended
  expect(taken).toEqual([1_250_000])
  expect(cut).toEqual(['ERR_HTTP_REQUEST_TIMEOUT'])
  web.closeAllConnections()
  web.close()
})

test('anyone who is cut off is told that they were too slow', async () => {
  const { socket, ended } = await halfSaid(portOf(server.url), `${HEAD}Content-Length: 50\r\n\r\n{`)
  const begun = performance.now()
  // A clock that runs a hundred times as fast.
  const clock = vi.spyOn(Date, 'now').mockImplementation(() => 1_800_000_000_000 + (performance.now() - begun) * 100)
  const heard = await ended
  clock.mockRestore()
  expect(heard).toMatch(/^HTTP\/1.1 408 /)
  socket.destroy()
})
