import { createHmac } from 'node:crypto'

/** Files of DATA_DIR without which a node does not belong to the others. */
const KEYS = {
  captcha: 'captcha.key',
  factor: 'factor.key',
  push: 'push.key',
  pile_authority: 'pile-authority.pem (or OCPP_TLS_CA_CERT and OCPP_TLS_CA_KEY)',
} as const
/** What nodes work without, and what goes wrong then. */
const SETTINGS = {
  files:
    'another node keeps files elsewhere: what is uploaded at one is missing at the other. Set FILES_S3_* at all nodes, or give them one folder as DATA_DIR/files',
  bus: 'another node tells of changes by another way: they do not hear each other. Set NATS_URL at all nodes or at none',
  read_replica:
    'DATABASE_READ_URL is set at this node or at another, and not at both: who changed something at one may not see it at the other',
} as const

/** What has to be the same at all nodes; what a node goes without, as certificates of piles, is left out. */
export type Shares = Partial<Record<keyof typeof KEYS | keyof typeof SETTINGS, string | Uint8Array>>
export type Fingerprints = Record<string, string>

/** Nothing can be learnt of what they are of. */
export const fingerprintsOf = (tokenKey: Uint8Array, shares: Shares): Fingerprints =>
  Object.fromEntries(
    Object.entries(shares).map(([name, value]) => [
      name,
      createHmac('sha256', tokenKey).update(`${name} `).update(value).digest('base64url').slice(0, 16),
    ]),
  )

export interface Differences {
  /** Files that are to be copied, in words. */
  keys: string[]
  /** Settings, each as a line that says what goes wrong. */
  settings: string[]
}

/** Of what both know. */
export function differencesOf(own: Fingerprints, other: Fingerprints): Differences {
  const differing = <W>(of: Readonly<Record<string, W>>) =>
    Object.entries(of).flatMap(([name, words]) =>
      own[name] !== undefined && other[name] !== undefined && own[name] !== other[name] ? [words] : [],
    )
  return { keys: differing(KEYS), settings: differing(SETTINGS) }
}
