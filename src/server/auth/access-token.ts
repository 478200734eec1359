import { createSecretKey } from 'node:crypto'
import { SignedTokens } from '../kit/signed-tokens.ts'

/** Seconds that an access token is good for at the most. */
const ACCESS_SECONDS = 15 * 60

/** Whom a token was made for, and in which sign-in. */
export interface Bearer {
  user_id: number
  family: string
}

interface Signed {
  token: string
  expires_in: number
}

/** Of all that is signed here only this is for a person's calls. */
const AUDIENCE = 'console'

/** Makes and reads access tokens, signed with a secret of at least 32 bytes. */
export class AccessTokens {
  readonly #tokens: SignedTokens

  constructor(key: Uint8Array) {
    this.#tokens = new SignedTokens(createSecretKey(key), AUDIENCE)
  }

  /** A token and the seconds that it is good for: never beyond the end of its sign-in (`ends_at`, epoch milliseconds). */
  async sign({ user_id, family, ends_at }: Bearer & { ends_at: number }, now = Date.now()): Promise<Signed> {
    const issued = Math.floor(now / 1000)
    const expires_in = Math.max(1, Math.min(ACCESS_SECONDS, Math.floor(ends_at / 1000) - issued))
    const token = await this.#tokens.sign({ sub: String(user_id), sid: family }, { issued, seconds: expires_in })
    return { token, expires_in }
  }

  /** Null when it is not ours or has expired. */
  async read(token: string): Promise<Bearer | null> {
    const claims = await this.#tokens.read(token)
    const user_id = Number(claims?.sub)
    return Number.isSafeInteger(user_id) && typeof claims?.sid === 'string' ? { user_id, family: claims.sid } : null
  }
}
