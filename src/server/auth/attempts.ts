import { type Kysely, sql } from 'kysely'
import { networkOf } from '../kit/client-address.ts'
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
  /** For one account from everywhere it was never signed in to. Nobody waits for this count alone: strangers can spend it. */
  account: { free: 50, between: 0, first: 0, longest: 0, says: failures.says },
  /** For one account from one provider's network, once `account` is spent: anyone who guesses from many addresses comes to this. */
  attacked: { ...failures, free: 2, first: 60 },
  /** Second steps of one account from one address: a million codes, of which three are right at a time. */
  step_pair: { free: 5, between: 0, first: 30, longest: 900, says: failures.says },
  /**
   * Second steps of one account from everywhere it was never signed in to. Strangers can spend it, if they have the password, and
   * who signs in somewhere new waits with them, or takes a passkey: a code is too short for them to guess from many networks.
   */
  step_account: { free: 20, between: 0, first: 30, longest: 900, says: failures.says },
  // A lot's staff share one address.
  address: { free: 30, ...failures },
  /** Of an IPv6 /48, from where nobody it is about was signed in: one customer's line has 65,536 networks that `address` tells apart. */
  line: { free: 300, ...failures },
  /** Codes to one receiver. */
  receiver: { free: 4, between: 60, first: 120, ...sendings },
  /** Codes asked for from one address. */
  sender: { free: 20, between: 0, first: 60, ...sendings },
} as const satisfies Record<string, Pace>

type Kind = keyof typeof PACES

/** What is tried. Each is counted apart: wrong codes keep nobody from signing in by password. */
export type Way = 'password' | 'old_password' | 'second_step' | 'sms' | 'reset' | 'register'

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

  /** A sign-in begins, or something that is guessed like one. Refused with the time to wait when too many failed before. */
  async begin(account: string, address: string, way: Way = 'password'): Promise<void> {
    await this.#count(keyOf('address', networkOf(address), way))
    await this.#count(keyOf('pair', pairOf(account, address), way))
    if (await wasSignedInAt(this.#db, account, address)) return
    if (hasManyNetworks(address)) await this.#count(keyOf('line', networkOf(address, true), way))
    const { failures } = await this.#count(keyOf('account', account, way))
    if (failures > PACES.account.free) await this.#count(keyOf('attacked', pairOf(account, address, true), way))
  }

  /** Takes the failures here back; those of the account elsewhere go on counting. */
  async succeeded(account: string, address: string, way: Way = 'password'): Promise<void> {
    const pair = keyOf('pair', pairOf(account, address), way)
    const attacked = keyOf('attacked', pairOf(account, address, true), way)
    await sql`delete from sign_in_attempt where key in (${pair.text}, ${attacked.text})`.execute(this.#db)
    await sql`update sign_in_attempt set failures = greatest(failures - 1, 0), blocked_until = now()
      where key = ${keyOf('address', networkOf(address), way).text}`.execute(this.#db)
    await sql`update sign_in_attempt set failures = greatest(failures - 1, 0)
      where key in (${keyOf('account', account, way).text}, ${keyOf('line', networkOf(address, true), way).text})`.execute(
      this.#db,
    )
  }

  /** The account's failures are over wherever they were: it has another password now. */
  async forgive(account: string): Promise<void> {
    const everywhere = (kind: Kind) => keyOf(kind, `${account}\n`).text
    await sql`delete from sign_in_attempt where key = ${keyOf('account', account).text}
      or starts_with(key, ${everywhere('pair')}) or starts_with(key, ${everywhere('attacked')})`.execute(this.#db)
  }

  /** A code of the second step is tried. In counts of its own: wrong ones keep nobody from their password. */
  async beginStep(account: string, address: string): Promise<void> {
    await this.#count(keyOf('address', networkOf(address), 'second_step'))
    await this.#count(keyOf('step_pair', pairOf(account, address)))
    if (!(await wasSignedInAt(this.#db, account, address))) await this.#count(keyOf('step_account', account))
  }

  async stepSucceeded(account: string, address: string): Promise<void> {
    const pair = keyOf('step_pair', pairOf(account, address)).text
    await sql`delete from sign_in_attempt where key = ${pair}`.execute(this.#db)
    await sql`update sign_in_attempt set failures = greatest(failures - 1, 0), blocked_until = now()
      where key = ${keyOf('address', networkOf(address), 'second_step').text}`.execute(this.#db)
    await sql`update sign_in_attempt set failures = greatest(failures - 1, 0)
      where key = ${keyOf('step_account', account).text}`.execute(this.#db)
  }

  /** Whether nobody was told of this account's wrong second steps within the hour; from now on someone was. */
  async firstToTell(account: string): Promise<boolean> {
    const key = `step_told:${account.toLowerCase()}`
    const { rows } = await sql`
      insert into sign_in_attempt as kept (key, failures, blocked_until, last_at)
      values (${key}, 1, now() + interval '1 hour', now())
      on conflict (key) do update set blocked_until = excluded.blocked_until, last_at = now()
      where kept.blocked_until <= clock_timestamp() returning key`.execute(this.#db)
    return rows.length > 0
  }

  /** A code is asked for. Gives the seconds until the next one; refused with them when it is too soon. */
  async beginSending(receiver: string, address: string): Promise<number> {
    await this.#count(keyOf('sender', networkOf(address)))
    // Strangers who ask for codes to this receiver do not make them wait where they are known.
    const known = await wasSignedInAt(this.#db, receiver, address)
    const { seconds } = await this.#count(keyOf('receiver', known ? pairOf(receiver, address) : receiver))
    return seconds
  }

  /** A code was used by whom it was for: neither they nor those who share their address were trying something. */
  async codeUsed(receiver: string, address: string): Promise<void> {
    const [everywhere, here] = [keyOf('receiver', receiver), keyOf('receiver', pairOf(receiver, address))]
    await sql`update sign_in_attempt set failures = least(failures, 1)
      where key in (${everywhere.text}, ${here.text})`.execute(this.#db)
    await sql`update sign_in_attempt set failures = greatest(failures - 1, 0), blocked_until = now()
      where key = ${keyOf('sender', networkOf(address)).text}`.execute(this.#db)
  }

  async #count({ kind, text: key }: Key): Promise<Counted> {
    const { free, between, first, longest } = PACES[kind]
    const failures = sql`case when kept.last_at < now() - ${FORGOTTEN_AFTER}::interval then 1 else kept.failures + 1 end`
    const slowed = sql`least(${first} * power(2, least(${failures} - ${free}, 20)), ${longest})`
    const wait = sql`(case when ${failures} < ${free} then ${between} else ${slowed} end)`
    // By the clock, not by when this began: another that began later may have been counted first.
    const { rows } = await sql<Counted>`
      insert into sign_in_attempt as kept (key, failures, blocked_until, last_at)
      values (${key}, 1, now() + ${between} * interval '1 second', now())
      on conflict (key) do update set failures = ${failures}, last_at = now(),
        blocked_until = now() + ${wait} * interval '1 second'
      where kept.blocked_until <= clock_timestamp()
      returning ${secondsLeft} as seconds, failures`.execute(this.#db)
    const [counted] = rows
    if (!counted) throw await this.#wait({ kind, text: key })
    return counted
  }

  async #wait({ kind, text: key }: Key): Promise<Refusal> {
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

interface Key {
  kind: Kind
  text: string
}

interface Counted {
  failures: number
  /** Until the next one. */
  seconds: number
}

const keyOf = (kind: Kind, who: string, way: Way = 'password'): Key => ({
  kind,
  text: `${way === 'password' ? kind : `${kind}.${way}`}:${who.toLowerCase()}`,
})
const hasManyNetworks = (address: string) => networkOf(address, true).endsWith('/48')
const pairOf = (account: string, address: string, wide = false) => `${account}\n${networkOf(address, wide)}`

export const forgetOldAttempts = (db: Kysely<Database>): Promise<unknown> =>
  sql`delete from sign_in_attempt where last_at < now() - interval '1 day'`.execute(db)
