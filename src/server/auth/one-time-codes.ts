import { randomInt } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import type { Database } from '../kit/database/tables.ts'
import { wrongField } from '../kit/refusal.ts'
import { keyedSha256 } from '../kit/sha256.ts'

const DIGITS = 6
const GOOD_FOR_MINUTES = 5
const TRIES = 5
/** Whoever is known by several names is not sent a code for each of them. */
const AGAIN_AFTER_SECONDS = 55

export type Purpose = 'sign_in' | 'reset' | 'register' | 'contact'

export interface Secret {
  purpose: Purpose
  /** `user:7`, or the number or mail address that it proves to be somebody's. */
  subject: string
}

/** A code that fits, to be spent in the transaction of what it allows. */
export interface Fitting extends Secret {
  code_hash: string
}

/** Codes of six digits that are sent: five minutes, five tries, one use. The newest counts. */
export class OneTimeCodes {
  readonly #db: Kysely<Database>
  readonly #key: Uint8Array

  /** The key keeps the codes from whoever can read the database: a million hashes are soon tried. */
  constructor(db: Kysely<Database>, key: Uint8Array) {
    this.#db = db
    this.#key = key
  }

  /** Makes a code; null while the one before was made less than a minute ago and is still to be used. */
  async make(db: Kysely<Database>, { purpose, subject }: Secret): Promise<{ code: string; minutes: number } | null> {
    const code = String(randomInt(10 ** DIGITS)).padStart(DIGITS, '0')
    const expires_at = sql<string>`now() + ${GOOD_FOR_MINUTES} * interval '1 minute'`
    const fresh = {
      code_hash: this.#hash({ purpose, subject }, code),
      tries: 0,
      sent_at: sql<string>`now()`,
      expires_at,
    }
    const made = await db
      .insertInto('one_time_code')
      .values({ purpose, subject, ...fresh })
      .onConflict((conflict) =>
        conflict
          .columns(['purpose', 'subject'])
          .doUpdateSet(fresh)
          .where(sql<boolean>`one_time_code.sent_at < now() - ${AGAIN_AFTER_SECONDS} * interval '1 second'`),
      )
      .returning('subject')
      .executeTakeFirst()
    return made ? { code, minutes: GOOD_FOR_MINUTES } : null
  }

  /** Tries a code, outside of any transaction: a wrong one counts whatever comes after. Refused at `field`, alike for all that is wrong with it. */
  async check({ purpose, subject }: Secret, code: string, field: string): Promise<Fitting> {
    const code_hash = this.#hash({ purpose, subject }, code)
    const { rows } = await sql<{ fits: boolean }>`
      update one_time_code set tries = tries + (code_hash <> ${code_hash})::int
      where purpose = ${purpose} and subject = ${subject} and tries < ${TRIES} and expires_at > now()
      returning code_hash = ${code_hash} as fits`.execute(this.#db)
    if (!rows[0]?.fits) throw wrongField(field, 'wrong_sent_code')
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
  }

  tidy(): Promise<unknown> {
    return sql`delete from one_time_code where expires_at < now()`.execute(this.#db)
  }

  #hash({ purpose, subject }: Secret, code: string): string {
    return keyedSha256(this.#key, `${purpose} ${subject} ${code}`)
  }
}
