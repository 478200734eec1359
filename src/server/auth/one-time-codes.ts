import { randomInt } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import { networkOf } from '../kit/client-address.ts'
import type { Database } from '../kit/database/tables.ts'
import { wrongField } from '../kit/refusal.ts'
import { keyedSha256 } from '../kit/sha256.ts'

const DIGITS = 6
const GOOD_FOR_MINUTES = 5
const TRIES = 5
/** Anyone who is known by several names is not sent a code for each of them. */
const AGAIN_AFTER_SECONDS = 55

export type Purpose = 'sign_in' | 'reset' | 'register' | 'contact'

export interface Secret {
  purpose: Purpose
  /** `user:7`, or the number or mail address that it proves to be a person's. */
  subject: string
}

/** A code that fits, to be spent in the transaction of what it allows. */
export interface Fitting extends Secret {
  code_hash: string
}

/** A code as it is tried. */
interface Given {
  code: string
  /** Where a wrong one is refused. */
  field: string
  /** Of who tries it. */
  address: string
}

/**
 * Codes of six digits that are sent: five minutes, one use; five tries from the network that asked for it and five from everywhere else, so
 * that a stranger's guesses do not use up a code that another person has asked for. Of one network the newest counts.
 */
export class OneTimeCodes {
  readonly #db: Kysely<Database>
  readonly #key: Uint8Array

  /** The key keeps the codes from anyone who can read the database: a million hashes are soon tried. */
  constructor(db: Kysely<Database>, key: Uint8Array) {
    this.#db = db
    this.#key = key
  }

  /** Makes a code for who asks from `address`; null while the one before was made less than a minute ago and is still to be used. */
  async make(
    db: Kysely<Database>,
    { purpose, subject }: Secret,
    address: string,
  ): Promise<{ code: string; minutes: number } | null> {
    const code = String(randomInt(10 ** DIGITS)).padStart(DIGITS, '0')
    const expires_at = sql<string>`now() + ${GOOD_FOR_MINUTES} * interval '1 minute'`
    const rest = sql`now() - ${AGAIN_AFTER_SECONDS} * interval '1 second'`
    const { rows } = await sql`
      insert into one_time_code (purpose, subject, asked_from, code_hash, expires_at)
      select ${purpose}, ${subject}, ${networkOf(address)}, ${this.#hash({ purpose, subject }, code)}, ${expires_at}
      where not exists (select from one_time_code where purpose = ${purpose} and subject = ${subject} and sent_at > ${rest})
      on conflict (purpose, subject, asked_from) do update set code_hash = excluded.code_hash,
        tries = 0, tries_elsewhere = 0, sent_at = now(), expires_at = excluded.expires_at
      where one_time_code.sent_at <= ${rest}
      returning subject`.execute(db)
    return rows.length > 0 ? { code, minutes: GOOD_FOR_MINUTES } : null
  }

  /** Tries a code, outside of any transaction: a wrong one counts whatever comes after. Refused at `field`, alike for all that is wrong with it. */
  async check({ purpose, subject }: Secret, { code, field, address }: Given): Promise<Fitting> {
    const code_hash = this.#hash({ purpose, subject }, code)
    const own = sql`(asked_from = ${networkOf(address)})`
    const { rows } = await sql<{ fits: boolean }>`
      update one_time_code set
        tries = tries + (${own} and code_hash <> ${code_hash})::int,
        tries_elsewhere = tries_elsewhere + (not ${own} and code_hash <> ${code_hash})::int
      where purpose = ${purpose} and subject = ${subject} and expires_at > now()
        and case when ${own} then tries else tries_elsewhere end < ${TRIES}
      returning code_hash = ${code_hash} as fits`.execute(this.#db)
    if (!rows.some(({ fits }) => fits)) throw wrongField(field, 'wrong_sent_code')
    return { purpose, subject, code_hash }
  }

  /** Uses it up, in the transaction of what it allows; refused when a twin was faster. */
  async spend(db: Kysely<Database>, { purpose, subject, code_hash }: Fitting, field: string): Promise<void> {
    const spent = await db
      .deleteFrom('one_time_code')
      .where('purpose', '=', purpose)
      .where('subject', '=', subject)
      .where('code_hash', '=', code_hash)
      .returning('subject')
      .executeTakeFirst()
    if (!spent) throw wrongField(field, 'wrong_sent_code')
    await db.deleteFrom('one_time_code').where('purpose', '=', purpose).where('subject', '=', subject).execute()
  }

  tidy(): Promise<unknown> {
    return sql`delete from one_time_code where expires_at < now()`.execute(this.#db)
  }

  #hash({ purpose, subject }: Secret, code: string): string {
    return keyedSha256(this.#key, `${purpose} ${subject} ${code}`)
  }
}
