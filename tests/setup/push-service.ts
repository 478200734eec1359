import { createDecipheriv, createECDH, type ECDH, hkdfSync, randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { DeviceKeys } from '../../src/server/push/encrypt.ts'

/** A browser's subscription with the private key that stays in the browser. */
export interface DevicePair {
  keys: DeviceKeys
  ours: ECDH
}

export function makeDeviceKeys(): DevicePair {
  const ours = createECDH('prime256v1')
  ours.generateKeys()
  const keys = { p256dh: ours.getPublicKey().toString('base64url'), auth: randomBytes(16).toString('base64url') }
  return { keys, ours }
}

const derived = (secret: Buffer, salt: Buffer, info: Buffer | string, bytes: number) =>
  Buffer.from(hkdfSync('sha256', secret, salt, info, bytes))

/** What a browser does with a body that it gets (RFC 8291). Throws for one that is not for this device. */
export function decrypt(body: Buffer, { keys, ours }: DevicePair): string {
  const [salt, length] = [body.subarray(0, 16), body[20] ?? 0]
  const theirs = body.subarray(21, 21 + length)
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), ours.getPublicKey(), theirs])
  const secret = derived(ours.computeSecret(theirs), Buffer.from(keys.auth, 'base64url'), info, 32)
  const key = derived(secret, salt, 'Content-Encoding: aes128gcm\0', 16)
  const nonce = derived(secret, salt, 'Content-Encoding: nonce\0', 12)
  const record = body.subarray(21 + length)
  const decipher = createDecipheriv('aes-128-gcm', key, nonce).setAuthTag(record.subarray(-16))
  const plain = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()])
  if (plain.at(-1) !== 2) throw new Error('the last record is not marked')
  return plain.subarray(0, -1).toString('utf8')
}

/** A message as a push service gets it. */
export interface Pushed {
  path: string
  headers: IncomingMessage['headers']
  body: Buffer
}

export interface PushService {
  url: string
  pushed: Pushed[]
  /** What the next calls are answered with, in their order; 201 after them. */
  answers: (number | { status: number; location: string } | 'silence')[]
  stop(): Promise<void>
}

/** A push service on a port of its own. */
export async function pushService(): Promise<PushService> {
  const pushed: Pushed[] = []
  const answers: PushService['answers'] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    pushed.push({ path: request.url ?? '', headers: request.headers, body: Buffer.concat(chunks) })
    const answer = answers.shift() ?? 201
    if (answer === 'silence') return void response.destroy()
    if (typeof answer === 'number') return void response.writeHead(answer).end('said the service')
    response.writeHead(answer.status, { location: answer.location }).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    pushed,
    answers,
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}
