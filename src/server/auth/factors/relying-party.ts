import { isIP } from 'node:net'

/** For which site a passkey is (WebAuthn's RP ID), and the one origin whose pages may use it. */
export interface RelyingParty {
  id: string
  origin: string
}

export type NoPasskeysReason = 'no_public_url' | 'no_tls' | 'address'

/**
 * Where passkeys work: on PUBLIC_URL if it has a name and TLS, or is localhost; without it on localhost alone, as the request
 * names it. Browsers offer them nowhere else: not on a bare address, and not without TLS.
 */
export function relyingParty(publicUrl: string | null, requested: string): RelyingParty | NoPasskeysReason {
  const given = publicUrl ?? requested
  if (!URL.canParse(given)) return 'no_public_url'
  const { hostname, protocol, origin } = new URL(given)
  if (hostname === 'localhost') return { id: hostname, origin }
  if (publicUrl === null) return 'no_public_url'
  if (isIP(hostname.replace(/^\[|\]$/g, ''))) return 'address'
  return protocol === 'https:' ? { id: hostname, origin } : 'no_tls'
}
