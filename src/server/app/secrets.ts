import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { keepOnce } from '../kit/keep-once.ts'

export interface Secrets {
  /** Signs the access tokens; anyone who changes it signs everybody out. */
  tokenKey: Buffer
  /** Keys the hashes of codes that people read: from pictures, from messages. */
  captchaKey: Buffer
  /** Seals what second steps are checked by. Without it apps and recovery codes fit nothing any more. */
  factorKey: Buffer
}

/** The secrets that nobody sets: made at the first start and kept in the data folder. */
export function keptSecrets(dataDir: string): Secrets {
  const secret = (name: string) =>
    Buffer.from(
      keepOnce(join(dataDir, name), () => randomBytes(32).toString('base64url')),
      'base64url',
    )
  return { tokenKey: secret('token.key'), captchaKey: secret('captcha.key'), factorKey: secret('factor.key') }
}
