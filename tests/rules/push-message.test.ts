import { createECDH, createPublicKey, randomBytes } from 'node:crypto'
import { jwtVerify } from 'jose'
import { expect, test } from 'vitest'
import { areKeys, encrypt, MOST_BYTES } from '../../src/server/push/encrypt.ts'
import { vapid } from '../../src/server/push/vapid.ts'
import { decrypt, makeDeviceKeys } from '../setup/push-service.ts'

const from = (text: string) => Buffer.from(text, 'base64url')

test('the example of RFC 8291 comes out byte for byte', () => {
  const ours = createECDH('prime256v1')
  ours.setPrivateKey(from('yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw'))
  const keys = {
    p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  }
  const body = encrypt('When I grow up, I want to be a watermelon', keys, {
    ours,
    salt: from('DGv6ra1nlYgDCS1FRnbzlw'),
  })
  expect(body.toString('base64url')).toBe(
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
  )
})

test('a device reads what was encrypted for it, another one does not, and no two bodies are alike', () => {
  const [device, another] = [makeDeviceKeys(), makeDeviceKeys()]
  const text = '桩 CD-0042 接地故障 ⚡'
  const body = encrypt(text, device.keys)
  expect(decrypt(body, device)).toBe(text)
  expect(() => decrypt(body, another)).toThrow()
  expect(encrypt(text, device.keys).equals(body)).toBe(false)
})

test('the largest text fits into what push services take, a larger one is refused', () => {
  const device = makeDeviceKeys()
  const body = encrypt('x'.repeat(MOST_BYTES), device.keys)
  expect(body.length).toBe(4_096)
  expect(decrypt(body, device)).toHaveLength(MOST_BYTES)
  expect(() => encrypt('x'.repeat(MOST_BYTES + 1), device.keys)).toThrow('too large')
})

test('keys that are no point of the curve, or no secret, are known before anything is sent', () => {
  const { keys } = makeDeviceKeys()
  expect(areKeys(keys)).toBe(true)
  expect(areKeys({ ...keys, auth: 'AAAA' })).toBe(false)
  expect(areKeys({ ...keys, p256dh: randomBytes(65).toString('base64url') })).toBe(false)
  expect(areKeys({ ...keys, p256dh: '' })).toBe(false)
})

/** The key of a header, as a push service reads it. */
function keyIn(header: string) {
  const point = from(/k=([\w-]+)/.exec(header)?.[1] ?? '')
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'))
  return createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' })
}
const tokenIn = (header: string) => /t=([\w.-]+)/.exec(header)?.[1] ?? ''

test('the example of RFC 8292 is read by the way in which ours is', async () => {
  const header =
    'vapid t=eyJ0eXAiOiJKV1QiLCJhbGciOiJFUzI1NiJ9.eyJhdWQiOiJodHRwczovL3B1c2guZXhhbXBsZS5uZXQiLCJleHAiOjE0NTM1MjM3NjgsInN1YiI6Im1haWx0bzpwdXNoQGV4YW1wbGUuY29tIn0.i3CYb7t4xfxCDquptFOepC9GAu_HLGkMlMuCGSK2rpiUfnK9ojFwDXb1JrErtmysazNjjvW2L9OkSSHzvoD1oA, k=BA1Hxzyi1RUM1b5wjxsn7nGxAszw2u61m164i3MrAIxHF6YK5h4SDYic-dRuU_RCPCfA5aq9ojSwk5Y2EmClBPs'
  const read = await jwtVerify(tokenIn(header), keyIn(header), { currentDate: new Date(1_453_500_000_000) })
  expect(read.payload).toEqual({ aud: 'https://push.example.net', exp: 1_453_523_768, sub: 'mailto:push@example.com' })
})

test('a message is signed for its service alone, for less than a day, with whom to write to', async () => {
  const secret = createECDH('prime256v1')
  secret.generateKeys()
  const ours = vapid(secret.getPrivateKey(), 'https://console.example.com')
  const header = await ours.authorization(new URL('https://push.example.net/send/abc?x=1'))
  expect(header).toContain(`, k=${ours.publicKey}`)
  const { payload, protectedHeader } = await jwtVerify(tokenIn(header), keyIn(header))
  expect(protectedHeader).toEqual({ typ: 'JWT', alg: 'ES256' })
  expect(payload).toMatchObject({ aud: 'https://push.example.net', sub: 'https://console.example.com' })
  const left = (payload.exp ?? 0) - Date.now() / 1000
  expect(left).toBeGreaterThan(3_600)
  expect(left).toBeLessThan(86_400)
})
