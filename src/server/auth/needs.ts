import type { Kysely } from 'kysely'
import type { Database } from '../kit/database/tables.ts'
import type { Language } from '../kit/words.ts'

/** What goes to a telephone or a mailbox. `words` are the template's figures; a code among them is a secret. */
export interface Outgoing {
  channel: 'sms' | 'mail'
  to: string
  template: 'sign_in_code' | 'reset_code' | 'register_code' | 'password_changed'
  words: Readonly<Record<string, string | number>>
  /** Left out for whoever is no user yet. */
  user_id?: number
  /** That of the call; a user's own goes first. */
  language: Language
}

/** One try to get in, for the log of sign-ins. `outcome` is `signed_in` or the key of the refusal. */
export interface SignInTry {
  way: 'password' | 'sms' | 'screen'
  /** What was typed, or the account that it led to. */
  user_name: string
  user_id: number | null
  outcome: string
  address: string
  agent: string
}

export interface SignInRules {
  registration_open: boolean
  /** The operator's own platform agreement as safe HTML; null is the house's. */
  agreement: Readonly<Record<Language, string | null>>
  /** A sign-in that is not remembered ends when it was not used for so long. */
  idle_minutes: number
}

/** What signing in needs of the house. */
export interface SignInNeeds {
  /** Sends it, in the caller's transaction. */
  send(db: Kysely<Database>, message: Outgoing): Promise<unknown>
  /** What an administrator has set, at most a second old. */
  rules(): Promise<SignInRules>
  /** Writes a try down. */
  tried(db: Kysely<Database>, attempt: SignInTry): Promise<void>
}
