import { type Kysely, sql } from 'kysely'
import type { Database } from '../kit/database/tables.ts'
import { Refusal } from '../kit/refusal.ts'

/** Failures that cost no waiting; a lot's staff share one address. After them each one doubles the wait. */
const FREE = { account: 5, address: 30 }
const FIRST_WAIT_S = 5
const LONGEST_WAIT_S = 900
const FORGOTTEN_AFTER = sql.lit('1 hour')

type Kind = keyof typeof FREE

/**
 * Slows guessing down, by account and by address. An attempt counts as failed when it begins, so that a
 * hundred at the same instant are a hundred; one that succeeds is taken back.
 */
export class Attempts {
  readonly #db: Kysely<Database>

  constructor(db: Kysely<Database>) {
    this.#db = db
  }

  /** Refused with the time to wait when there were too many before. */
  async begin(account: string, address: string): Promise<void> {
    await this.#count('address', address)
    await this.#count('account', account)
  }

  async succeeded(account: string, address: string): Promise<void> {
    await this.#db.deleteFrom('sign_in_attempt').where('key', '=', keyOf('account', account)).execute()
    await this.#db
      .updateTable('sign_in_attempt')
      .set(({ fn, eb }) => ({ failures: eb('failures', '-', 1), blocked_until: fn<string>('now') }))
      .where('key', '=', keyOf('address', address))
      .execute()
  }

  async #count(kind: Kind, who: string): Promise<void> {
    const key = keyOf(kind, who)
    const failures = sql`case when kept.last_at < now() - ${FORGOTTEN_AFTER}::interval then 1 else kept.failures + 1 end`
    const wait = sql`least(${FIRST_WAIT_S} * power(2, least(${failures} - ${FREE[kind]}, 20)), ${LONGEST_WAIT_S})`
    const { rows } = await sql`
      insert into sign_in_attempt as kept (key, failures, blocked_until, last_at) values (${key}, 1, now(), now())
      on conflict (key) do update set failures = ${failures}, last_at = now(),
        blocked_until = case when ${failures} < ${FREE[kind]} then now() else now() + ${wait} * interval '1 second' end
      where kept.blocked_until <= now()
      returning key`.execute(this.#db)
    if (!rows.length) throw await this.#wait(key)
  }

  async #wait(key: string): Promise<Refusal> {
    const { rows } = await sql<{ seconds: number }>`
      select ceil(extract(epoch from blocked_until - now()))::int as seconds from sign_in_attempt where key = ${key}`.execute(
      this.#db,
    )
    const seconds = Math.max(1, rows[0]?.seconds ?? 1)
    return seconds < 60
      ? new Refusal(429, 'wait_seconds', { figures: { seconds }, data: { wait_seconds: seconds } })
      : new Refusal(429, 'wait_minutes', {
          figures: { minutes: Math.ceil(seconds / 60) },
          data: { wait_seconds: seconds },
        })
  }
}

const keyOf = (kind: Kind, who: string) => `${kind}:${who.toLowerCase()}`

export const forgetOldAttempts = (db: Kysely<Database>): Promise<unknown> =>
  sql`delete from sign_in_attempt where last_at < now() - interval '1 day'`.execute(db)
