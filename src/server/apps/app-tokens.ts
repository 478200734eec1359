import { createHmac, createSecretKey, type KeyObject } from 'node:crypto'
import { jwtVerify, SignJWT } from 'jose'

/** Seconds that a client app's token is good for. */
export const APP_TOKEN_SECONDS = 3_600
const AUDIENCE = 'client_app'

/** Whom a token was made for. `made_with` tells which of its secrets; `scope` is what it asked for, null for all it may do. */
export interface AppBearer {
  app_id: number
  made_with: string
  scope: readonly string[] | null
}

/** Makes and reads the tokens of client apps (RFC 7519), with a key of their own that follows from the server's. */
export class AppTokens {
  readonly #key: KeyObject

  constructor(tokenKey: Uint8Array) {
    this.#key = createSecretKey(createHmac('sha256', tokenKey).update('client apps').digest())
  }

  sign({ app_id, made_with, scope }: AppBearer, now = Date.now()): Promise<string> {
    const issued = Math.floor(now / 1000)
    return new SignJWT({ sec: made_with, ...(scope && { scope: scope.join(' ') }) })
      .setProtectedHeader({ alg: 'HS256' })
      .setSubject(String(app_id))
      .setAudience(AUDIENCE)
      .setIssuedAt(issued)
      .setExpirationTime(issued + APP_TOKEN_SECONDS)
      .sign(this.#key)
  }

  /** Null when it is none of a client app's, or has expired. */
  async read(token: string): Promise<AppBearer | null> {
    try {
      const { payload } = await jwtVerify(token, this.#key, { algorithms: ['HS256'], audience: AUDIENCE })
      const { sub, sec, scope } = payload
      if (typeof sec !== 'string') return null
      return { app_id: Number(sub), made_with: sec, scope: typeof scope === 'string' ? scope.split(' ') : null }
    } catch {
      return null
    }
  }
}

/** Names a secret in a token without telling anything of it. */
export const nameOfSecret = (hash: string): string => hash.slice(0, 16)
