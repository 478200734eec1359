import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { afterEach, expect, test, vi } from 'vitest'
import { freeFor } from '../../src/server/app/limit-connections.ts'
import { createWebServer } from '../../src/server/app/web-server.ts'
import { proxiesAt } from '../../src/server/kit/client-address.ts'

const open: { close(): void }[] = []
afterEach(() => {
  for (const each of open.splice(0)) each.close()
})

/** A server that gives every address three connections, and what came of those that were tried. */
async function crowded(isFree: (address: string) => boolean) {
  const refused: string[] = []
  const web = createWebServer(undefined, (_, answer) => void answer.end('here'), {
    most: 3,
    isFree,
    refused: (address) => void refused.push(address),
  })
  web.listen(0, '127.0.0.1')
  await once(web, 'listening')
  open.push({ close: () => web.closeAllConnections() }, web)
  const { port } = web.address() as AddressInfo
  const enter = (): Socket => {
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => {})
    open.push({ close: () => socket.destroy() })
    return socket
  }
  return { refused, enter }
}

/** What a socket hears when it asks; empty when it was hung up on. */
const asked = (socket: Socket): Promise<string> =>
  new Promise((resolve) => {
    let heard = ''
    socket.on('data', (data) => {
      heard += data
      if (heard.includes('here')) resolve('here')
    })
    socket.once('close', () => resolve(''))
    socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
  })

test('an address that holds too many connections is hung up on, and may come again when some are gone', async () => {
  const { refused, enter } = await crowded(() => false)
  const held = [enter(), enter(), enter()]
  expect(await Promise.all(held.map(asked))).toEqual(['here', 'here', 'here'])
  expect(await asked(enter())).toBe('')
  expect(await asked(enter())).toBe('')
  expect(refused).toEqual(['127.0.0.1', '127.0.0.1'])
  held[0]?.destroy()
  await vi.waitFor(async () => expect(await asked(enter())).toBe('here'))
})

test('this machine and named proxies hold any number', async () => {
  const isFree = freeFor(proxiesAt(['10.1.0.0/16', '2001:db8:1::/48']))
  const addresses = ['127.0.0.1', '::1', '10.1.2.3', '10.2.2.3', '2001:db8:1:2::3', '2001:db8:2::3', '203.0.113.4', '']
  expect(addresses.map(isFree)).toEqual([true, true, true, false, true, false, false, false])
  const { refused, enter } = await crowded(isFree)
  const held = [1, 2, 3, 4, 5].map(enter)
  expect(await Promise.all(held.map(asked))).toEqual(Array(5).fill('here'))
  expect(refused).toEqual([])
})
