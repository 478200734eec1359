import { createECDH, randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { keepOnce } from '../kit/keep-once.ts'
import { CannotStart } from './database.ts'

export interface Secrets {
  /** Signs the access tokens; anyone who changes it signs everybody out. */
  tokenKey: Buffer
  /** Keys the hashes of codes that people read: from pictures, from messages. */
  captchaKey: Buffer
  /** Seals what second steps are checked by. Without it apps and recovery codes fit nothing any more. */
  factorKey: Buffer
  /** The private key by which push services and browsers know this installation. Without it each device has to be allowed anew. */
  pushKey: Buffer
}

const SECRET_BYTES = 32

/** A private key of P-256, as long as the curve's others however small it is. */
export function newPushKey(): Buffer {
  const curve = createECDH('prime256v1')
  curve.generateKeys()
  const key = curve.getPrivateKey()
  return Buffer.concat([Buffer.alloc(SECRET_BYTES - key.length), key])
}

/** The secrets that nobody sets: made at the first start and kept in the data folder. A file of which a copy kept a part is none: it could be guessed. */
export function keptSecrets(dataDir: string): Secrets {
  const secret = (name: string, make: () => Buffer = () => randomBytes(SECRET_BYTES)) => {
    const path = join(dataDir, name)
    const kept = keepOnce(path, () => make().toString('base64url'))
    const key = Buffer.from(kept, 'base64url')
    if (key.length !== SECRET_BYTES || key.toString('base64url') !== kept.trim())
      throw new CannotStart(
        `${path} holds no whole key. Copy it from where it is whole; without the file a new key is made.`,
      )
    return key
  }
  return {
    ...{ tokenKey: secret('token.key'), captchaKey: secret('captcha.key'), factorKey: secret('factor.key') },
    pushKey: secret('push.key', newPushKey),
  }
}
