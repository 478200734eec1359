import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import * as library from 'ws'
import { PileSocket, say, shortFrame } from '../../src/server/ocpp/pile-socket.ts'

/** The library's own reader, which its types leave out. */
const { Receiver } = library as unknown as { Receiver: new (options: object) => NodeJS.WritableStream }

/** What a pile reads in it. */
function heard(frame: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const receiver = new Receiver({ isServer: false })
    receiver.on('message', (data: Buffer, isBinary: boolean) => resolve(`${isBinary ? 'binary ' : ''}${data}`))
    receiver.on('error', reject)
    receiver.write(Buffer.from(frame, 'latin1'))
  })
}

test.each(['', '[3,"1",{}]', '~'.repeat(125)])('a pile reads %s as it was said', async (text) => {
  expect(await heard(shortFrame(text) ?? '')).toBe(text)
})

test('any text is a whole frame, or left to the library', async () => {
  const text = fc.oneof(fc.string({ maxLength: 130 }), fc.string({ unit: 'binary', maxLength: 130 }))
  const isReadAsSaid = async (said: string) => {
    const frame = shortFrame(said)
    if (frame !== null) expect(await heard(frame)).toBe(said)
  }
  await fc.assert(fc.asyncProperty(text, isReadAsSaid))
})

test.each([
  ['one letter too many', 'a'.repeat(126)],
  ['a letter of more than one byte', 'é'],
  ['another script', '已接受'],
  ['a line', 'a\n'],
])('%s is left to the library', (_, text) => {
  expect(shortFrame(text)).toBeNull()
})

test('a pile that takes nothing is told no more once a megabyte waits for it', async () => {
  const server = new library.WebSocketServer({ port: 0, host: '127.0.0.1', WebSocket: PileSocket })
  await once(server, 'listening')
  const pile = new library.WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`)
  try {
    const [[socket]] = (await Promise.all([once(server, 'connection'), once(pile, 'open')])) as [[PileSocket], unknown]
    pile.pause()
    const text = 'a'.repeat(100_000)
    // What the system takes for it no longer waits here: some megabytes, never this many.
    for (let said = 0; said < 1_000 && say(socket, text); said++) await new Promise(setImmediate)
    expect(say(socket, text)).toBe(false)
    expect(socket.bufferedAmount).toBeGreaterThan(1_048_576)
    expect(socket.bufferedAmount).toBeLessThan(1_048_576 + 200_000)
  } finally {
    pile.terminate()
    server.close()
  }
})
