import type { Payload } from './command-sign.ts'

/** What an answer says: yes, no, that the pile tried in vain, or a word that nobody knows. */
export type Meaning = 'yes' | 'no' | 'failed' | 'unclear'

/** No status at all (GetConfiguration, UpdateFirmware, GetDiagnostics) is a yes; AcceptedCanceled is one for the newer request. */
const YES = new Set(['accepted', 'acceptedcanceled', 'scheduled', 'unlocked', 'rebootrequired'])
const FAILED = new Set(['failed', 'unlockfailed'])
/** Every other word of an answer in OCPP 1.6 and its security extension. */
const NO = new Set([
  'rejected',
  'notsupported',
  'notimplemented',
  'faulted',
  'occupied',
  'unavailable',
  'versionmismatch',
  'unknown',
  'unknownmessageid',
  'unknownvendorid',
  'notfound',
  'invalidcertificate',
  'revokedcertificate',
])

/** An unknown word is no refusal: the pile may have done what it was asked. */
export function meaningOf(action: string, { status }: Payload): Meaning {
  if (status === undefined) return 'yes'
  const word = String(status).trim().toLowerCase()
  if (YES.has(word)) return 'yes'
  // It has none of these: that is what was asked (security whitepaper, 6.11).
  if (action === 'GetInstalledCertificateIds' && word === 'notfound') return 'yes'
  if (FAILED.has(word)) return 'failed'
  return NO.has(word) ? 'no' : 'unclear'
}

export const isWord = ({ status }: Payload, word: string) => String(status).trim().toLowerCase() === word.toLowerCase()
