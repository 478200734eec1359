import { createSecretKey, type KeyObject } from 'node:crypto'
import { jwtVerify, SignJWT } from 'jose'

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
  /** As bytes it would be taken in anew for each token. */
  readonly #key: KeyObject

  constructor(key: Uint8Array) {
    this.#key = createSecretKey(key)
  }

  /** A token and the seconds that it is good for: never beyond the end of its sign-in (`ends_at`, epoch milliseconds). */
  async sign({ user_id, family, ends_at }: Bearer & { ends_at: number }, now = Date.now()): Promise<Signed> {
    const issued = Math.floor(now / 1000)
    const expires_in = Math.max(1, Math.min(ACCESS_SECONDS, Math.floor(ends_at / 1000) - issued))
    const token = await new SignJWT({ sid: family })
      .setProtectedHeader({ alg: 'HS256' })
      .setSubject(String(user_id))
      .setAudience(AUDIENCE)
      .setIssuedAt(issued)
      .setExpirationTime(issued + expires_in)
      .sign(this.#key)
    return { token, expires_in }
  }

  /** Null when it is not ours or has expired. */
  async read(token: string): Promise<Bearer | null> {
    try {
      const { payload } = await jwtVerify(token, this.#key, { algorithms: ['HS256'], audience: AUDIENCE })
      const user_id = Number(payload.sub)
      return Number.isSafeInteger(user_id) && typeof payload.sid === 'string' ? { user_id, family: payload.sid } : null
    } catch {
      return null
    }
  }
}
