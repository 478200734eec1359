import { constants, createVerify, type KeyLike, type VerifyKeyObjectInput, X509Certificate } from 'node:crypto'

/** By what a pile is to check a file (security whitepaper, 6.9). */
export interface Proof {
  /** In PEM. */
  certificate: string
  /** In base64. */
  signature: string
}

/** Whether it signs by this certificate now: by one that its maker's roots vouch for, where it holds any (L01.FR.12, 23). */
export function believes(pem: string, roots: readonly string[], now: number): boolean {
  try {
    const certificate = new X509Certificate(pem)
    if (now < Date.parse(certificate.validFrom) || now >= Date.parse(certificate.validTo)) return false
    return roots.length === 0 || roots.some((root) => isBelow(certificate, new X509Certificate(root)))
  } catch {
    return false
  }
}

const isBelow = (certificate: X509Certificate, root: X509Certificate) =>
  certificate.checkIssued(root) && certificate.verify(root.publicKey)

/** Counts a file as it arrives, and judges it by its signature (L01.FR.04). */
export class SignatureCheck {
  readonly #proof: Proof
  readonly #checks: { way: Omit<VerifyKeyObjectInput, 'key'>; check: ReturnType<typeof createVerify> }[]

  constructor(proof: Proof) {
    this.#proof = proof
    const ways: Omit<VerifyKeyObjectInput, 'key'>[] = [
      { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: constants.RSA_PSS_SALTLEN_AUTO },
      { padding: constants.RSA_PKCS1_PADDING },
    ]
    const key = this.#key
    const isRsa = key.asymmetricKeyType?.startsWith('rsa')
    this.#checks = (isRsa ? ways : [{}]).map((way) => ({ way, check: createVerify('sha256') }))
  }

  get #key() {
    return new X509Certificate(this.#proof.certificate).publicKey
  }

  add(bytes: Uint8Array) {
    for (const { check } of this.#checks) check.update(bytes)
  }

  isGood(): boolean {
    const signature = Buffer.from(this.#proof.signature, 'base64')
    const key: KeyLike = this.#key
    return this.#checks.some(({ way, check }) => check.verify({ ...way, key }, signature))
  }
}
