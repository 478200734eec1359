import type { IncomingMessage } from 'node:http'
import { TLSSocket } from 'node:tls'
import type pg from 'pg'
import type { ProxyTrust } from '../kit/client-address.ts'
import type { PileRecord } from './pile-lookup.ts'

/** Whether it comes over TLS: to us, or to a proxy of ours that says so. */
export function isSecure({ socket, headers }: IncomingMessage, trust: ProxyTrust): boolean {
  if (socket instanceof TLSSocket) return true
  const address = socket.remoteAddress
  return address !== undefined && trust(address, 0) && headers['x-forwarded-proto'] === 'https'
}

interface Shown {
  certificate: unknown
  password: unknown
  secure: boolean
}

/** By which security profile a pile comes (security whitepaper, 2.1); 0 is none. */
export function profileOf({ certificate, password, secure }: Shown): number {
  if (certificate) return 3
  if (!password) return 0
  return secure ? 2 : 1
}

/**
 * Keeps by which profile a pile came. One that went over to the profile that it was asked for is let in by nothing lower any more (A05.FR.09); durable
 * when it resolves. Gives whether it went over now.
 */
export async function keepProfile(
  pool: pg.Pool,
  { id, connected_profile, security_wanted }: PileRecord,
  profile: number,
): Promise<boolean> {
  const over = security_wanted !== null && security_wanted <= profile
  if (!over && connected_profile === profile) return false
  const { rows } = await pool.query<{ over: boolean }>(
    `update pile p set connected_profile = $2,
       security_floor = case when b.security_wanted <= $2 then greatest(b.security_floor, b.security_wanted) else b.security_floor end,
       security_wanted = case when b.security_wanted <= $2 then null else b.security_wanted end
     from pile b where b.id = $1 and p.id = b.id returning coalesce(b.security_wanted <= $2, false) as over`,
    [id, profile],
  )
  return rows[0]?.over ?? false
}
