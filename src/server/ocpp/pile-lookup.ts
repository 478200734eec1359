import type pg from 'pg'
import { QueryBatcher } from '../kit/query-batcher.ts'
import type { ConnectedPile } from './ports.ts'

/** A password that counts beside the pile's own until one of them is used. */
export interface NewPassword {
  id: number
  hash: string
  state: 'sent' | 'accepted' | 'by_hand'
}

/** A pile as its handshake needs it. */
export interface PileRecord extends ConnectedPile {
  enabled: boolean
  password_hash: string | null
  new_passwords: NewPassword[]
  /** The only protocol that it may speak, as staff choose it; null: any. */
  only_protocol: string | null
  /** The lowest security profile that lets it in. */
  security_floor: number
  /** That it was asked to go over to. */
  security_wanted: number | null
  /** That it came by last. */
  connected_profile: number | null
  /** SHA-256 fingerprints of certificates of its station number that count no more. */
  revoked_certificates: string[]
  /** Where it was let in from last. */
  last_address: string | null
  heartbeat_seconds: number
  /** The states of its connectors as they were kept, by number. */
  statuses: Record<string, string>
  /** When they began, by the pile's clock (epoch ms). */
  reported: Record<string, number>
  clock_skew_ms: number | null
  /** It was ever let in. */
  booted: boolean
  firmware_version: string | null
}

const MOST_A_LOOKUP = 500

/** Finds piles by their station numbers, those that connect at the same time with one query: 5,000 piles come back at once. */
export class PileLookup {
  readonly #asked: QueryBatcher<string, PileRecord | undefined>

  constructor(pool: pg.Pool) {
    this.#asked = new QueryBatcher((numbers) => lookUp(pool, numbers), { inTurns: true, most: MOST_A_LOOKUP })
  }

  find(number: string): Promise<PileRecord | undefined> {
    return this.#asked.ask(number)
  }
}

async function lookUp(pool: pg.Pool, numbers: readonly string[]): Promise<(PileRecord | undefined)[]> {
  const { rows } = await pool.query<PileRecord>({
    name: 'stations',
    text: `
      select id, station_number, site_id, enabled, password_hash, heartbeat_seconds, last_address,
        only_protocol, security_floor, security_wanted, connected_profile,
        (select coalesce(jsonb_agg(jsonb_build_object('id', n.id, 'hash', n.hash, 'state', n.state)), '[]')
          from pile_new_password n where n.pile_id = pile.id) as new_passwords,
        (select coalesce(jsonb_agg(c.fingerprint), '[]') from certificate c
          where c.subject = pile.station_number and c.state = 'revoked') as revoked_certificates,
        coalesce((select jsonb_object_agg(number, status) from connector where pile_id = pile.id), '{}') as statuses,
        coalesce((select jsonb_object_agg(number, extract(epoch from status_at) * 1000) from connector
          where pile_id = pile.id and status_at is not null), '{}') as reported, clock_skew_ms,
        booted_at is not null as booted, firmware_version
      from pile where station_number = any($1) and archived_at is null`,
    values: [numbers],
  })
  const found = new Map(rows.map((row) => [row.station_number, row]))
  return numbers.map((number) => found.get(number))
}
