import { createHmac, createSecretKey } from 'node:crypto'
import { SignedTokens } from '../kit/signed-tokens.ts'

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
  readonly #tokens: SignedTokens

  constructor(tokenKey: Uint8Array) {
    const key = createSecretKey(createHmac('sha256', tokenKey).update('client apps').digest())
    this.#tokens = new SignedTokens(key, AUDIENCE)
  }

  sign({ app_id, made_with, scope }: AppBearer, now = Date.now()): Promise<string> {
    const claims = { sub: String(app_id), sec: made_with, ...(scope && { scope: scope.join(' ') }) }
    return this.#tokens.sign(claims, { issued: Math.floor(now / 1000), seconds: APP_TOKEN_SECONDS })
  }

  /** Null when it is none of a client app's, or has expired. */
  async read(token: string): Promise<AppBearer | null> {
    const claims = await this.#tokens.read(token)
    if (typeof claims?.sec !== 'string') return null
    const { sub, sec, scope } = claims
    return { app_id: Number(sub), made_with: sec, scope: typeof scope === 'string' ? scope.split(' ') : null }
  }
}

/** Names a secret in a token without telling anything of it. */
export const nameOfSecret = (hash: string): string => hash.slice(0, 16)
