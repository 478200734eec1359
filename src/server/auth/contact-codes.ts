import type { Kysely } from 'kysely'
import type { Database } from '../kit/database/tables.ts'
import { Attempts } from './attempts.ts'
import type { AuthDeps } from './deps.ts'
import type { Secret } from './one-time-codes.ts'

/** What someone who is signed in says is theirs: a number, a mail address, an account elsewhere. */
export interface ContactClaim {
  user_id: number
  to: string
}

/** Codes that prove a contact, slowed down and counted as those that let someone in. */
export class ContactCodes {
  readonly #deps: Pick<AuthDeps, 'db' | 'codes'>

  constructor({ db, codes }: Pick<AuthDeps, 'db' | 'codes'>) {
    this.#deps = { db, codes }
  }

  /** A code to send there, and the seconds until another may be asked for; null when the one before is to be used. 429 when it is too soon. */
  async make(
    db: Kysely<Database>,
    claimed: ContactClaim,
    address: string,
  ): Promise<{ code: string; minutes: number; wait_seconds: number } | null> {
    const wait_seconds = await new Attempts(this.#deps.db).beginSending(claimed.to, address)
    const made = await this.#deps.codes.make(db, secretOf(claimed), '')
    return made && { ...made, wait_seconds }
  }

  /** Uses the code up, in the transaction of what it proves; refused at `sent_code`. A wrong one counts whatever comes after. */
  async spend(db: Kysely<Database>, claimed: ContactClaim, code: string): Promise<void> {
    // Only its own account can ask for it and try it, so it does not matter from where.
    const fitting = await this.#deps.codes.check(secretOf(claimed), { code, field: 'sent_code', address: '' })
    await this.#deps.codes.spend(db, fitting, 'sent_code')
  }
}

const secretOf = ({ user_id, to }: ContactClaim): Secret => ({ purpose: 'contact', subject: `user:${user_id} ${to}` })
