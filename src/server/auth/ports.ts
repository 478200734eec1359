import type { Kysely } from 'kysely'
import type { Language, Translations } from '../../shared/kit/languages.ts'
import type { Database } from '../kit/database/tables.ts'

/** What goes to a telephone or a mailbox. `words` are the template's figures; a code among them is a secret. */
export interface Outgoing {
  channel: 'sms' | 'mail'
  to: string
  template: 'sign_in_code' | 'reset_code' | 'register_code' | 'password_changed' | FactorMessage
  words: Readonly<Record<string, string | number>>
  /** Left out for anyone who is no user yet. */
  user_id?: number
  /** That of the call; a user's own goes first. */
  language: Language
}

/** What a person is told of their second steps. */
export type FactorMessage =
  | 'totp_added'
  | 'totp_removed'
  | 'passkey_added'
  | 'passkey_removed'
  | 'passkey_copied'
  | 'recovery_codes_made'
  | 'recovery_code_used'
  | 'second_step_guessed'
  | 'second_steps_reset'

export type SignInWay = 'password' | 'sms' | 'screen' | 'passkey' | 'sso'

/** One try to get in, for the log of sign-ins. `outcome` is `signed_in`, `second_step` when that is still to come, or the key of the refusal. */
export interface SignInAttempt {
  way: SignInWay
  /** What was typed, or the account that it led to. */
  user_name: string
  user_id: number | null
  outcome: string
  address: string
  agent: string
}

export interface SignInRules {
  registration_open: boolean
  /** The operator's own platform agreement as safe HTML; null is the console's. */
  agreement: Translations | null
  /** A sign-in that is not remembered ends when it was not used for so long. */
  idle_minutes: number
  /** It ends after so many hours, however much it was used. */
  session_hours: number
  /** What the operator calls the console. */
  product: string
}

/** What signing in needs of the rest of the server. */
export interface AuthPorts {
  /** Sends it, in the caller's transaction. */
  send(db: Kysely<Database>, message: Outgoing): Promise<unknown>
  /** What an administrator has set, at most a second old. */
  rules(): Promise<SignInRules>
  /** Writes a try down. */
  tried(db: Kysely<Database>, attempt: SignInAttempt): Promise<void>
}
