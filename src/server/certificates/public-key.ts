import type { PublicKey } from '@peculiar/x509'

type Known = Algorithm & Partial<EcKeyAlgorithm & RsaKeyAlgorithm>

/** The curve or the bits of a key, and how it is called: `EC P-256`, `RSA 2048`. */
export function keyOf({ algorithm }: PublicKey) {
  const { name, namedCurve: curve, modulusLength: bits } = algorithm as Known
  return { kind: curve ? `EC ${curve}` : bits ? `RSA ${bits}` : name, curve, bits }
}
