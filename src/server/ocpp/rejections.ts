import type pg from 'pg'
import { hashPileSecret } from '../kit/pile-secret.ts'
import type { Knock, RejectionReason } from './handshake.ts'
import type { Live } from './ports.ts'

export interface RejectionLog {
  warn(facts: object, message: string): void
}

interface Rejection {
  station_number: string
  reason: RejectionReason
  address: string
  protocol: string | null
  offered: Buffer | null
  attempts: number
  at: number
}

const EVERY_MS = 500
// A flood costs one statement a turn, and pushes out the oldest only.
const MOST_A_TURN = 500
const MOST_KEPT = 5_000

const upsert = `
  insert into rejected_connection (station_number, reason, address, protocol, attempts, offered_hash, first_at, last_at)
  select station_number, reason, address, protocol, attempts, offered_hash, to_timestamp(at / 1000.0), to_timestamp(at / 1000.0)
  from json_to_recordset($1) as r(
    station_number text, reason text, address text, protocol text, attempts int, offered_hash text, at bigint)
  on conflict (station_number, reason, address) do update set
    attempts = rejected_connection.attempts + excluded.attempts, last_at = excluded.last_at, updated_at = now(),
    protocol = excluded.protocol, offered_hash = excluded.offered_hash
  returning id`

const trim = `
  delete from rejected_connection where id in (
    select id from rejected_connection order by last_at desc offset ${MOST_KEPT})`

/** Keeps who knocked in vain, so that an operator sees why a pile does not appear. Repeated knocks count up; all are written in batches. */
export class Rejections {
  readonly #pool: pg.Pool
  readonly #live: Live
  readonly #log: RejectionLog
  #pending = new Map<string, Rejection>()
  #uncounted = 0
  #timer: NodeJS.Timeout | undefined
  #writing: Promise<void> = Promise.resolve()

  constructor(pool: pg.Pool, live: Live, log: RejectionLog) {
    this.#pool = pool
    this.#live = live
    this.#log = log
  }

  add(knock: Knock, reason: RejectionReason, at: number): void {
    const { station_number, address, password: offered } = knock
    const key = JSON.stringify([station_number, reason, address])
    const attempts = (this.#pending.get(key)?.attempts ?? 0) + 1
    if (attempts === 1 && this.#pending.size >= MOST_A_TURN) {
      this.#uncounted++
      return
    }
    const protocol = knock.protocols.join(', ').slice(0, 200) || null
    this.#pending.set(key, { station_number, reason, address, protocol, offered, attempts, at })
    this.#timer ??= setTimeout(() => this.#turn(), EVERY_MS)
  }

  /** Writes what is pending. Never rejects. */
  flush(): Promise<void> {
    if (this.#timer) this.#turn()
    return this.#writing
  }

  #turn(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const rejections = [...this.#pending.values()]
    this.#pending = new Map()
    if (this.#uncounted > 0) this.#log.warn({ knocks: this.#uncounted }, 'more strangers knock than are kept')
    this.#uncounted = 0
    this.#writing = this.#writing.then(() => this.#write(rejections))
  }

  async #write(rejections: Rejection[]): Promise<void> {
    const rows = rejections.map(({ offered, ...row }) => ({ ...row, offered_hash: offered && hashPileSecret(offered) }))
    try {
      const written = await this.#pool.query<{ id: number }>(upsert, [JSON.stringify(rows)])
      await this.#pool.query(trim)
      for (const { id } of written.rows) this.#live.changed('rejected_connection', id)
    } catch (error) {
      this.#log.warn({ err: error, knocks: rejections.length }, 'rejected connections could not be kept')
    }
  }
}
