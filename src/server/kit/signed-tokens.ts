import type { KeyObject } from 'node:crypto'
import { type JWTPayload, jwtVerify, SignJWT } from 'jose'
import { Remembered } from './remembered.ts'

/** A browser asks many times a minute, and a signature that was good is good again. */
const VERIFIED_FOR_MS = 60_000

interface Claims extends JWTPayload {
  /** Whom it is for. */
  sub: string
}

/** Tokens (RFC 7519) for one audience, signed with one secret. */
export class SignedTokens {
  /** As bytes it would be taken in anew for each token. */
  readonly #key: KeyObject
  readonly #audience: string
  /** By the token itself, so no other secret is near it; that it has expired is looked at each time. */
  readonly #verified = new Remembered<JWTPayload>(VERIFIED_FOR_MS)

  constructor(key: KeyObject, audience: string) {
    this.#key = key
    this.#audience = audience
  }

  /** `issued` in whole seconds since 1970, good for `seconds` from then. */
  sign(claims: Claims, { issued, seconds }: { issued: number; seconds: number }): Promise<string> {
    return new SignJWT(claims)
      .setProtectedHeader({ alg: 'HS256' })
      .setAudience(this.#audience)
      .setIssuedAt(issued)
      .setExpirationTime(issued + seconds)
      .sign(this.#key)
  }

  /** Null when it is not ours, is for others or has expired. */
  async read(token: string): Promise<JWTPayload | null> {
    const verified = await this.#verified.get(token, () => this.#verify(token)).catch(() => null)
    return verified?.exp !== undefined && verified.exp * 1000 > Date.now() ? verified : null
  }

  async #verify(token: string): Promise<JWTPayload> {
    return (await jwtVerify(token, this.#key, { algorithms: ['HS256'], audience: this.#audience })).payload
  }
}
