import { type Kysely, sql } from 'kysely'
import { contactOf } from '../../shared/domain/contact.ts'
import type { SIGN_IN_REASONS } from '../../shared/entities/sign-in-entry.ts'
import { networkOf } from '../kit/client-address.ts'
import type { Database } from '../kit/database/tables.ts'

type Reason = (typeof SIGN_IN_REASONS)[number]

/** A try to get in as signing in tells of it. */
export interface Try {
  way: 'password' | 'sms' | 'screen' | 'passkey' | 'sso' | 'app'
  /** What was typed, or the account that it led to. */
  user_name: string
  user_id: number | null
  /** `signed_in`, `second_step` (the first of two things was right), or the key of the refusal. */
  outcome: string
  address: string
  agent: string
}

const REASONS: Readonly<Record<string, Reason>> = {
  wrong_credentials: 'wrong_credentials',
  wrong_sent_code: 'wrong_code',
  wrong_code: 'wrong_code',
  wait_seconds: 'too_often',
  wait_minutes: 'too_often',
  user_disabled: 'disabled',
  user_unverified: 'unverified',
  'refusals:screen_gone': 'screen_gone',
  wrong_step_code: 'wrong_second_step',
  passkey_wrong: 'wrong_second_step',
  passkey_copied: 'wrong_second_step',
  step_over: 'expired',
  'refusals:sso_over': 'expired',
  'refusals:sso_unknown': 'no_account',
  'refusals:sso_administrator': 'no_account',
  'refusals:sso_only': 'only_sso',
  app_expired: 'expired',
}

/** Refused tries of one network, and of all, that get a row of their own in a minute; one more says that there were others. */
const OF_A_NETWORK = 30
const OF_ALL = 600

/**
 * The log of tries to get in. Each that got in is written; of a flood of refused ones a few, for anyone who is refused may come again
 * at once. What is counted is this process's own, a minute's worth.
 */
export class SignInTries {
  readonly #now: () => number
  #minute = 0
  #all = 0
  #networks = new Map<string, number>()

  constructor(now: () => number = Date.now) {
    this.#now = now
  }

  readonly note = async (db: Kysely<Database>, attempt: Try): Promise<void> => {
    const kept = isPassed(attempt.outcome) ? 'whole' : this.#kept(attempt)
    if (kept === 'whole') await noteTry(db, attempt)
    else if (kept === 'others') await noteTry(db, { ...attempt, user_name: '', user_id: null, outcome: 'wait_minutes' })
  }

  #kept({ address }: Try): 'whole' | 'others' | null {
    const minute = Math.floor(this.#now() / 60_000)
    if (minute !== this.#minute) {
      this.#networks.clear()
      this.#all = 0
    }
    this.#minute = minute
    const network = networkOf(address)
    const times = (this.#networks.get(network) ?? 0) + 1
    if (times > OF_A_NETWORK + 1 || this.#all > OF_ALL) return null
    this.#networks.set(network, times)
    this.#all++
    return times > OF_A_NETWORK || this.#all > OF_ALL ? 'others' : 'whole'
  }
}

/**
 * Writes a try down. Of what was typed only the account is kept that it names: people type their password into the wrong field.
 * Whether there is one costs the same look.
 */
async function noteTry(db: Kysely<Database>, attempt: Try): Promise<void> {
  const { way, outcome, address, agent } = attempt
  const meant = await accountMeant(db, attempt)
  await db
    .insertInto('sign_in_entry')
    .values({
      ...{ way, address, agent, ...meant },
      outcome: isPassed(outcome) ? outcome : 'refused',
      reason: isPassed(outcome) ? null : (REASONS[outcome] ?? 'other'),
    })
    .execute()
}

const isPassed = (outcome: string) => outcome === 'signed_in' || outcome === 'second_step'

type Meant = { user_id: number | null; user_name: string | null }

async function accountMeant(db: Kysely<Database>, { way, user_id, user_name }: Try): Promise<Meant> {
  if (user_id !== null || way === 'app') return { user_id, user_name }
  const contact = contactOf(user_name)?.to ?? null
  const { rows } = await sql<{ user_id: number; user_name: string }>`
    select id as user_id, user_name from users where archived_at is null and (
      lower(user_name) = lower(${user_name}) or lower(email) = ${contact}
      or phone is not null and bare_phone(phone) = ${contact}) limit 1`.execute(db)
  return rows[0] ?? { user_id: null, user_name: null }
}
