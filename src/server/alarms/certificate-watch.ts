import { X509Certificate } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import type { Database } from '../kit/database/tables.ts'
import { ms } from '../kit/instants.ts'
import { certificatesIn } from '../kit/pem.ts'
import { keepStanding, type StandingPorts, type Wrong } from './standing.ts'

/** The network's own certificates, in PEM. */
export interface OwnCertificates {
  /** Those that are served, each with its chain behind it. */
  served: readonly string[]
  /** Those by which piles' certificates are believed. */
  roots: string | null
}

/** What an administrator set. */
export interface CertificateLimits {
  certificate_days: number
}

const DAY_MS = 86_400_000
const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10)

/** Raises an alarm for a certificate that ends soon: of a pile, of the network to browsers and piles, of those who vouch for piles. */
export async function watchCertificates(
  ports: StandingPorts,
  own: OwnCertificates,
  { certificate_days: days }: CertificateLimits,
  now = Date.now(),
): Promise<void> {
  const kind = 'certificate'
  const served = own.served.flatMap((pem) => certificatesIn(pem).slice(0, 1))
  const roots = own.roots === null ? [] : certificatesIn(own.roots)
  await keepStanding(ports, { code: 'PileCertificateEnds', kind }, await endingAtPiles(ports.db, days, now))
  await keepStanding(ports, { code: 'TlsCertificateEnds', kind }, ending(served, days, now))
  await keepStanding(ports, { code: 'AuthorityCertificateEnds', kind }, ending(roots, days, now))
}

/** The first of them to end, where that is soon. */
function ending(pems: readonly string[], days: number, now: number): Wrong[] {
  const [first] = pems
    .map((pem) => new X509Certificate(pem))
    .map(({ subject, validTo }) => ({ subject, ends: Date.parse(validTo) }))
    .sort((one, other) => one.ends - other.ends)
  if (!first || first.ends - now > days * DAY_MS) return []
  const message = `${first.subject.replaceAll('\n', ', ')} · ${dayOf(first.ends)}`
  return [{ pile_id: null, connector_number: null, message, at: now }]
}

/**
 * Of each pile that connects by one the newest that it has. Newer ones are asked for by themselves long before: what ends soon was not
 * renewed. Those of a short life are renewed late, an eighth of it is left then.
 */
async function endingAtPiles(db: Kysely<Database>, days: number, now: number): Promise<Wrong[]> {
  const { rows } = await sql<{ pile_id: number; valid_to: string }>`
    select newest.pile_id, newest.valid_to from (
      select distinct on (pile_id) pile_id, valid_from, valid_to from certificate where state in ('accepted', 'expired')
      order by pile_id, valid_to desc) newest
    join pile p on p.id = newest.pile_id and p.enabled and p.archived_at is null and p.connected_profile = 3
    where newest.valid_to <= to_timestamp(${now / 1000}::float8)
      + least(make_interval(days => ${days}), (newest.valid_to - newest.valid_from) / 8)`.execute(db)
  return rows.map(({ pile_id, valid_to }) => ({
    ...{ pile_id, connector_number: null, message: dayOf(ms(valid_to)), at: now },
  }))
}
