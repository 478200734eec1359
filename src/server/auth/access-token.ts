import { jwtVerify, SignJWT } from 'jose'

/** Seconds that an access token is good for. */
export const ACCESS_SECONDS = 15 * 60

/** Whom a token was made for, and in which sign-in. */
export interface Bearer {
  user_id: number
  family: string
}

/** Makes and reads access tokens, signed with a secret of at least 32 bytes. */
export class AccessTokens {
  readonly #key: Uint8Array

  constructor(key: Uint8Array) {
    this.#key = key
  }

  sign({ user_id, family }: Bearer, now = Date.now()): Promise<string> {
    const issued = Math.floor(now / 1000)
    return new SignJWT({ sid: family })
      .setProtectedHeader({ alg: 'HS256' })
      .setSubject(String(user_id))
      .setIssuedAt(issued)
      .setExpirationTime(issued + ACCESS_SECONDS)
      .sign(this.#key)
  }

  /** Null when it is not ours or has expired. */
  async read(token: string): Promise<Bearer | null> {
    try {
      const { payload } = await jwtVerify(token, this.#key, { algorithms: ['HS256'] })
      const user_id = Number(payload.sub)
      return Number.isSafeInteger(user_id) && typeof payload.sid === 'string' ? { user_id, family: payload.sid } : null
    } catch {
      return null
    }
  }
}
