import { createHash, createSign, generateKeyPairSync, randomBytes } from 'node:crypto'
import { isoCBOR } from '@simplewebauthn/server/helpers'

/** What a test has an authenticator do otherwise than it should. */
export interface Quirks {
  origin?: string
  rpId?: string
  challenge?: string
  /** Whether it checked who holds it; yes when nothing is said. */
  verified?: boolean
  /** The counter it reports instead of the next one. */
  counter?: number
  userHandle?: string | null
  crossOrigin?: boolean
  /** Signs with another key than the one it made. */
  forged?: boolean
}

interface Options {
  challenge?: string
  rpId?: string
  rp?: { id?: string }
  user?: { id?: string }
}

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest()
const base64url = (data: Buffer | Uint8Array) => Buffer.from(data).toString('base64url')

/** A passkey in software that makes and signs as WebAuthn says: ES256, no attestation. `keeps` it counts its uses unless told not to. */
export class Authenticator {
  readonly id = randomBytes(32)
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  readonly #other = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  readonly #origin: string
  #counter = 0
  #handle = ''

  constructor(origin: string) {
    this.#origin = origin
  }

  /** The answer to the options of a new passkey. */
  make(options: object, quirks: Quirks = {}) {
    const { challenge = '', rp, user } = options as Options
    this.#handle = user?.id ?? ''
    const { x = '', y = '' } = this.#keys.publicKey.export({ format: 'jwk' })
    const cose = new Map<number, number | Uint8Array>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Uint8Array.from(Buffer.from(x, 'base64url'))],
      [-3, Uint8Array.from(Buffer.from(y, 'base64url'))],
    ])
    const length = Buffer.alloc(2)
    length.writeUInt16BE(this.id.length)
    const key = Buffer.from(isoCBOR.encode(cose))
    const attested = Buffer.concat([Buffer.alloc(16), length, this.id, key])
    const authData = Buffer.concat([this.#head(quirks.rpId ?? rp?.id ?? '', 0x40, quirks), attested])
    const attestation = new Map<string, unknown>([
      ['fmt', 'none'],
      ['attStmt', new Map()],
      ['authData', Uint8Array.from(authData)],
    ])
    return this.#answer({
      clientDataJSON: this.#client('webauthn.create', challenge, quirks),
      attestationObject: base64url(isoCBOR.encode(attestation as never)),
      transports: ['internal'],
    })
  }

  /** The answer to the options of signing. */
  sign(options: object, quirks: Quirks = {}) {
    const { challenge = '', rpId = '' } = options as Options
    this.#counter = quirks.counter ?? this.#counter + 1
    const authData = this.#head(quirks.rpId ?? rpId, 0, quirks)
    const clientDataJSON = this.#client('webauthn.get', challenge, quirks)
    const signer = createSign('sha256')
      .update(authData)
      .update(sha256(Buffer.from(clientDataJSON, 'base64url')))
    const userHandle = quirks.userHandle === undefined ? this.#handle : quirks.userHandle
    return this.#answer({
      clientDataJSON,
      authenticatorData: base64url(authData),
      signature: base64url(signer.sign((quirks.forged ? this.#other : this.#keys).privateKey)),
      ...(userHandle !== null && { userHandle }),
    })
  }

  #answer<R extends object>(response: R) {
    const id = base64url(this.id)
    return { id, rawId: id, type: 'public-key' as const, clientExtensionResults: {}, response }
  }

  /** RP ID hash, flags (user present, verified), counter: WebAuthn 6.1. */
  #head(rpId: string, flags: number, { verified = true }: Quirks): Buffer {
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(this.#counter)
    return Buffer.concat([sha256(rpId), Buffer.from([flags | 0x01 | (verified ? 0x04 : 0)]), counter])
  }

  #client(type: string, challenge: string, quirks: Quirks): string {
    const said = { type, challenge: quirks.challenge ?? challenge, origin: quirks.origin ?? this.#origin }
    return base64url(Buffer.from(JSON.stringify({ ...said, crossOrigin: quirks.crossOrigin ?? false })))
  }
}
