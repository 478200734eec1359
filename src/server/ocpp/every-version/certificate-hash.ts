import { type CertificateHash, HASHES } from '../../../shared/domain/root-certificate.ts'
import type { Payload } from '../framing.ts'

/** Hexadecimal; the standard leaves its case free, and the serial number has no noughts in front (security whitepaper, 6.1; 2.0.1, 2.6). */
const plain = (text: unknown) =>
  String(text ?? '')
    .trim()
    .toLowerCase()

export const hashOf = ({ hashAlgorithm, issuerNameHash, issuerKeyHash, serialNumber }: Payload): CertificateHash => ({
  algorithm: HASHES.find((hash) => hash === hashAlgorithm) ?? 'SHA256',
  issuer_name_hash: plain(issuerNameHash),
  issuer_key_hash: plain(issuerKeyHash),
  serial_number: plain(serialNumber).replace(/^0+(?=.)/, ''),
})

export const hashPayload = (hash: CertificateHash): Payload => ({
  hashAlgorithm: hash.algorithm,
  issuerNameHash: hash.issuer_name_hash,
  issuerKeyHash: hash.issuer_key_hash,
  serialNumber: hash.serial_number,
})
