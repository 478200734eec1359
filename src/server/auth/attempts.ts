import { type Kysely, sql } from 'kysely'
import type { Database } from '../kit/database/tables.ts'
import { Refusal } from '../kit/refusal.ts'
import { wasSignedInAt } from './known-addresses.ts'

/** How much of something is free, with so many seconds between two; after it each one doubles the wait, up to the longest. */
interface Pace {
  free: number
  between: number
  first: number
  longest: number
  /** The refusal's key: in seconds, in minutes. */
  says: readonly [string, string]
}

const failures = { between: 0, first: 5, longest: 900, says: ['wait_seconds', 'wait_minutes'] } as const
const sendings = { longest: 3_600, says: ['refusals:code_wait_seconds', 'refusals:code_wait_minutes'] } as const

const PACES = {
  /** For one account from one address: a stranger elsewhere keeps nobody out of their own. */
  pair: { free: 5, ...failures },
  /** For one account from everywhere it was never signed in to: whoever guesses from many addresses comes to this. */
  account: { free: 50, ...failures },
  // A lot's staff share one address.
  address: { free: 30, ...failures },
  /** Codes to one receiver. */
  receiver: { free: 4, between: 60, first: 120, ...sendings },
  /** Codes asked for from one address. */
  sender: { free: 20, between: 0, first: 60, ...sendings },
} as const satisfies Record<string, Pace>

type Kind = keyof typeof PACES

const FORGOTTEN_AFTER = sql.lit('1 hour')

/**
 * Slows down what may not be done without end, by whom it is about and by address. It counts when it begins, so that a hundred
 * at the same instant are a hundred; a sign-in that succeeds is taken back.
 */
export class Attempts {
  readonly #db: Kysely<Database>

  constructor(db: Kysely<Database>) {
    this.#db = db
  }

  /** A sign-in begins. Refused with the time to wait when too many failed before. */
  async begin(account: string, address: string): Promise<void> {
    await this.#count('address', address)
    await this.#count('pair', pairOf(account, address))
    if (!(await wasSignedInAt(this.#db, account, address))) await this.#count('account', account)
  }

  /** Takes the failures here back; those of the account elsewhere go on counting. */
  async succeeded(account: string, address: string): Promise<void> {
    await sql`delete from sign_in_attempt where key = ${keyOf('pair', pairOf(account, address))}`.execute(this.#db)
    await sql`update sign_in_attempt set failures = greatest(failures - 1, 0), blocked_until = now()
      where key = ${keyOf('address', address)}`.execute(this.#db)
    await sql`update sign_in_attempt set failures = greatest(failures - 1, 0) where key = ${keyOf('account', account)}`.execute(
      this.#db,
    )
  }

  /** The account's failures are over wherever they were: it has another password now. */
  async forgive(account: string): Promise<void> {
    await sql`delete from sign_in_attempt
      where key = ${keyOf('account', account)} or starts_with(key, ${keyOf('pair', pairOf(account, ''))})`.execute(
      this.#db,
    )
  }

  /** A code is asked for. Gives the seconds until the next one; refused with them when it is too soon. */
  async beginSending(receiver: string, address: string): Promise<number> {
    await this.#count('sender', address)
    return this.#count('receiver', receiver)
  }

  /** A code was used by whom it was for: neither they nor those who share their address were trying something. */
  async codeUsed(receiver: string, address: string): Promise<void> {
    await sql`update sign_in_attempt set failures = least(failures, 1) where key = ${keyOf('receiver', receiver)}`.execute(
      this.#db,
    )
    await sql`update sign_in_attempt set failures = greatest(failures - 1, 0), blocked_until = now()
      where key = ${keyOf('sender', address)}`.execute(this.#db)
  }

  async #count(kind: Kind, who: string): Promise<number> {
    const key = keyOf(kind, who)
    const { free, between, first, longest } = PACES[kind]
    const failures = sql`case when kept.last_at < now() - ${FORGOTTEN_AFTER}::interval then 1 else kept.failures + 1 end`
    const slowed = sql`least(${first} * power(2, least(${failures} - ${free}, 20)), ${longest})`
    const wait = sql`(case when ${failures} < ${free} then ${between} else ${slowed} end)`
    // By the clock, not by when this began: another that began later may have been counted first.
    const { rows } = await sql<{ seconds: number }>`
      insert into sign_in_attempt as kept (key, failures, blocked_until, last_at)
      values (${key}, 1, now() + ${between} * interval '1 second', now())
      on conflict (key) do update set failures = ${failures}, last_at = now(),
        blocked_until = now() + ${wait} * interval '1 second'
      where kept.blocked_until <= clock_timestamp()
      returning ${secondsLeft} as seconds`.execute(this.#db)
    const [counted] = rows
    if (!counted) throw await this.#wait(kind, key)
    return counted.seconds
  }

  async #wait(kind: Kind, key: string): Promise<Refusal> {
    const { rows } = await sql<{ seconds: number }>`
      select ${secondsLeft} as seconds from sign_in_attempt where key = ${key}`.execute(this.#db)
    const seconds = Math.max(1, rows[0]?.seconds ?? 1)
    const [inSeconds, inMinutes] = PACES[kind].says
    const data = { wait_seconds: seconds }
    return seconds < 60
      ? new Refusal(429, inSeconds, { figures: { seconds }, data })
      : new Refusal(429, inMinutes, { figures: { minutes: Math.ceil(seconds / 60) }, data })
  }
}

const secondsLeft = sql`ceil(extract(epoch from blocked_until - now()))::int`

const keyOf = (kind: Kind, who: string) => `${kind}:${who.toLowerCase()}`
const pairOf = (account: string, address: string) => `${account}\n${address}`

export const forgetOldAttempts = (db: Kysely<Database>): Promise<unknown> =>
  sql`delete from sign_in_attempt where last_at < now() - interval '1 day'`.execute(db)
