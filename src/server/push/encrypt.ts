import { createCipheriv, createECDH, type ECDH, hkdfSync, randomBytes } from 'node:crypto'

/** The public key and the secret of a browser's subscription, as it gives them: base64url. */
export interface DeviceKeys {
  p256dh: string
  auth: string
}

const CURVE = 'prime256v1'
const SALT_BYTES = 16
const KEY_BYTES = 16
const NONCE_BYTES = 12
/** One record holds all of it: push services take no more. */
const RECORD_BYTES = 4_096
/** The record without the tag (16 bytes) and the byte that ends the text. */
export const MOST_BYTES = RECORD_BYTES - 17 - 86

/** What is new for each message. Only a test gives it: with the same key twice the text could be read. */
interface Fresh {
  ours: ECDH
  salt: Buffer
}

function fresh(): Fresh {
  const ours = createECDH(CURVE)
  ours.generateKeys()
  return { ours, salt: randomBytes(SALT_BYTES) }
}

const derived = (secret: Buffer, salt: Buffer, info: Buffer | string, bytes: number) =>
  Buffer.from(hkdfSync('sha256', secret, salt, info, bytes))

/** Encrypts a text for one device: the body of a push message with the content coding aes128gcm (RFC 8291, RFC 8188). */
export function encrypt(text: string, { p256dh, auth }: DeviceKeys, { ours, salt }: Fresh = fresh()): Buffer {
  const plain = Buffer.from(text)
  if (plain.length > MOST_BYTES) throw new Error(`a push message of ${plain.length} bytes is too large`)
  const theirs = Buffer.from(p256dh, 'base64url')
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), theirs, ours.getPublicKey()])
  const secret = derived(ours.computeSecret(theirs), Buffer.from(auth, 'base64url'), info, 32)
  const key = derived(secret, salt, 'Content-Encoding: aes128gcm\0', KEY_BYTES)
  const nonce = derived(secret, salt, 'Content-Encoding: nonce\0', NONCE_BYTES)
  const cipher = createCipheriv('aes-128-gcm', key, nonce)
  // 2 marks the last record, which is the only one.
  const sealed = [cipher.update(Buffer.concat([plain, Buffer.from([2])])), cipher.final(), cipher.getAuthTag()]
  const size = Buffer.alloc(4)
  size.writeUInt32BE(RECORD_BYTES)
  const id = ours.getPublicKey()
  return Buffer.concat([salt, size, Buffer.from([id.length]), id, ...sealed])
}

/** Whether they are a point of the curve and a secret of 16 bytes: nothing could be encrypted for others. */
export function areKeys({ p256dh, auth }: DeviceKeys): boolean {
  try {
    const ours = createECDH(CURVE)
    ours.generateKeys()
    ours.computeSecret(Buffer.from(p256dh, 'base64url'))
    return Buffer.from(p256dh, 'base64url').length === 65 && Buffer.from(auth, 'base64url').length === 16
  } catch {
    return false
  }
}
