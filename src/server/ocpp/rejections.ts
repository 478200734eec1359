import type pg from 'pg'
import { pilePasswordFlaw } from '../../shared/domain/pile-password.ts'
import { networkOf } from '../kit/client-address.ts'
import { hashPileSecret } from '../kit/pile-secret.ts'
import { owned } from '../kit/process-state.ts'
import { keyedSha256 } from '../kit/sha256.ts'
import type { Handshake, RejectionReason } from './handshake.ts'
import type { Live } from './ports.ts'

export interface RejectionLog {
  warn(facts: object, message: string): void
}

interface Rejection {
  station_number: string
  reason: RejectionReason
  address: string
  network: string
  protocol: string | null
  password: Buffer | null
  fingerprint: string | null
  attempts: number
  at: number
}

const EVERY_MS = 500
// A flood costs one statement a turn, and pushes out the oldest of its own network first.
const MOST_A_TURN = 500
const MOST_A_TURN_OF_NETWORK = 250
const MOST_KEPT = 5_000
const MOST_KEPT_OF_NETWORK = 1_000
const MOST_KEPT_OF_STATION = 5
/** 64 bits under a key: nobody finds another password with the same one. */
const FINGERPRINT_DIGITS = 16

// What a row stands for never changes, for an operator may be about to adopt it: another password is another row.
const upsert = `
  insert into rejected_connection (station_number, reason, address, network, fingerprint, offered, offered_hash, protocol, attempts, first_at, last_at)
  select station_number, reason, address, network, fingerprint, offered, offered_hash, protocol, attempts,
    to_timestamp(at / 1000.0), to_timestamp(at / 1000.0)
  from json_to_recordset($1) as r(station_number text, reason text, address text, network text, fingerprint text,
    offered text, offered_hash text, protocol text, attempts int, at bigint)
  on conflict (station_number, reason, address, fingerprint) do update set
    attempts = rejected_connection.attempts + excluded.attempts, last_at = excluded.last_at, updated_at = now(),
    protocol = excluded.protocol
  returning id`

const trim = `
  delete from rejected_connection where id in (
    select id from (
      select id, row_number() over (order by last_at desc) as nth,
        row_number() over (partition by network order by last_at desc) as of_network,
        row_number() over (partition by network, station_number order by last_at desc) as of_station
      from rejected_connection) as r
    where nth > ${MOST_KEPT} or of_network > ${MOST_KEPT_OF_NETWORK} or of_station > ${MOST_KEPT_OF_STATION})`

interface Deps {
  pool: pg.Pool
  live: Live
  log: RejectionLog
  /** Keys the fingerprints of passwords that were offered. */
  key: Uint8Array
}

/**
 * Keeps who tried to connect in vain, so that an operator sees why a pile does not appear. Each password that was offered is a row of its own,
 * repeated ones count up; all are written in batches.
 */
export class Rejections {
  readonly #deps: Deps
  #pending = new Map<string, Rejection>()
  #pendingOf = new Map<string, number>()
  readonly state = owned('rejected_connections', () => this.#pending.size)
  #uncounted = 0
  #timer: NodeJS.Timeout | undefined
  #writing: Promise<void> = Promise.resolve()

  constructor(deps: Deps) {
    this.#deps = deps
  }

  add(handshake: Handshake, reason: RejectionReason, at: number): void {
    const { station_number, address, password } = handshake
    const fingerprint = password && this.#fingerprint(station_number, password)
    const key = JSON.stringify([station_number, reason, address, fingerprint])
    const attempts = (this.#pending.get(key)?.attempts ?? 0) + 1
    const network = networkOf(address)
    if (attempts === 1 && !this.#hasRoom(network)) {
      this.#uncounted++
      return
    }
    const protocol = handshake.protocols.join(', ').slice(0, 200) || null
    const row = { station_number, reason, address, network, protocol, password, fingerprint, attempts, at }
    this.#pending.set(key, row)
    this.#timer ??= setTimeout(() => this.#turn(), EVERY_MS)
  }

  /** Writes what is pending. Never rejects. */
  flush(): Promise<void> {
    if (this.#timer) this.#turn()
    return this.#writing
  }

  #hasRoom(network: string): boolean {
    const ofNetwork = this.#pendingOf.get(network) ?? 0
    if (this.#pending.size >= MOST_A_TURN || ofNetwork >= MOST_A_TURN_OF_NETWORK) return false
    this.#pendingOf.set(network, ofNetwork + 1)
    return true
  }

  #fingerprint(station_number: string, password: Buffer): string {
    const text = JSON.stringify(['pile password', station_number, password.toString('base64')])
    return keyedSha256(this.#deps.key, text).slice(0, FINGERPRINT_DIGITS)
  }

  #turn(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const rejections = [...this.#pending.values()]
    this.#pending = new Map()
    this.#pendingOf = new Map()
    if (this.#uncounted > 0) this.#deps.log.warn({ attempts: this.#uncounted }, 'more piles are rejected than are kept')
    this.#uncounted = 0
    this.#writing = this.#writing.then(() => this.#write(rejections))
  }

  async #write(rejections: Rejection[]): Promise<void> {
    const { pool, live, log } = this.#deps
    try {
      const written = await pool.query<{ id: number }>(upsert, [JSON.stringify(rejections.map(rowOf))])
      await pool.query(trim)
      for (const { id } of written.rows) live.changed('rejected_connection', id)
    } catch (error) {
      log.warn({ err: error, attempts: rejections.length }, 'rejected connections could not be kept')
    }
  }
}

/** A weak password is not kept, not even as a hash: nobody is to adopt it. */
function rowOf({ password, ...row }: Rejection) {
  if (!password) return { ...row, offered: 'none', offered_hash: null }
  if (pilePasswordFlaw(password, row.station_number)) return { ...row, offered: 'weak', offered_hash: null }
  return { ...row, offered: 'good', offered_hash: hashPileSecret(password) }
}
