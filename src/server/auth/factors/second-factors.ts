import type { Kysely } from 'kysely'
import { bareCode, type Proof, RECOVERY_LENGTHS } from '../../../shared/domain/sign-in-proofs.ts'
import type { Assertion } from '../../../shared/endpoints/second-step.ts'
import type { Context } from '../../kit/context.ts'
import type { Database } from '../../kit/database/tables.ts'
import { Refusal } from '../../kit/refusal.ts'
import { inTransaction } from '../../kit/transaction.ts'
import { Attempts } from '../attempts.ts'
import type { AuthPorts } from '../ports.ts'
import { endSessionsOf } from '../sessions.ts'
import type { FactorKeys } from './factor-keys.ts'
import type { Passkeys } from './passkeys.ts'
import { codesLeft, spendCode } from './recovery-codes.ts'
import { tell, writeDown } from './tell.ts'
import { spendTotp } from './totp.ts'

interface Parts {
  db: Kysely<Database>
  keys: FactorKeys
  passkeys: Passkeys
  ports: Pick<AuthPorts, 'send'>
}

/** Whose code or passkey is looked at. */
export interface Owner {
  user_id: number
  user_name: string
}

/** What is typed and what signs, looked at for a second step or as a fresh proof; each is used up by it. */
export class SecondFactors {
  readonly #db: Kysely<Database>
  readonly #keys: FactorKeys
  readonly #passkeys: Passkeys
  readonly #ports: Parts['ports']

  constructor({ db, keys, passkeys, ports }: Parts) {
    this.#db = db
    this.#keys = keys
    this.#passkeys = passkeys
    this.#ports = ports
  }

  /**
   * What the code is: of the app, or a recovery code; refused at `code` when it is neither. Slowed down by account and address,
   * in counts of its own: wrong codes keep nobody from their password elsewhere, and none of it from a passkey.
   */
  async checkCode({ user_id, user_name }: Owner, typed: string, context: Context): Promise<Proof> {
    const attempts = new Attempts(this.#db)
    await attempts.beginStep(user_name, context.address)
    const proof = await this.#proofOf(user_id, bareCode(typed))
    if (!proof) throw new Refusal(422, 'wrong_step_code', { fields: { code: { key: 'wrong_step_code' } } })
    await attempts.stepSucceeded(user_name, context.address)
    if (proof === 'recovery') await this.#recovered(user_id, context)
    return proof
  }

  /** Whose passkey signed what it was asked for. One that was copied is shut, and its person is told. */
  async checkPasskey(answer: Assertion, bound_to: string, context: Context, user_id?: number): Promise<number> {
    const { passkey, copied } = await this.#passkeys.check(answer, { bound_to, origin: context.origin }, user_id)
    if (!copied) return passkey.user_id
    await inTransaction(this.#db, async (trx) => {
      const { user_id, name } = passkey
      await writeDown(trx, { action: 'passkey_copied', user_id, after: { name } }, context)
      await tell(trx, { user_id, template: 'passkey_copied', words: { name } }, { context, ports: this.#ports })
    })
    throw new Refusal(403, 'passkey_copied')
  }

  /** Someone has the password, or guesses: its person is told, once an hour at most. */
  async guessed({ user_id, user_name }: Owner, context: Context): Promise<void> {
    if (!(await new Attempts(this.#db).firstToTell(user_name))) return
    await tell(this.#db, { user_id, template: 'second_step_guessed' }, { context, ports: this.#ports })
  }

  async #proofOf(user_id: number, code: string): Promise<Proof | null> {
    if (/^\d{6}$/.test(code)) return (await spendTotp(this.#db, this.#keys, user_id, code)) ? 'otp' : null
    const isRecovery = RECOVERY_LENGTHS.includes(code.length) && (await spendCode(this.#db, this.#keys, user_id, code))
    return isRecovery ? 'recovery' : null
  }

  #recovered(user_id: number, context: Context): Promise<void> {
    return inTransaction(this.#db, async (trx) => {
      const left = await codesLeft(trx, user_id)
      await writeDown(trx, { action: 'use_recovery_code', user_id, after: { left } }, context)
      await tell(trx, { user_id, template: 'recovery_code_used', words: { left } }, { context, ports: this.#ports })
    })
  }
}

/** Takes all second steps from someone, with what was begun of them, and ends their sign-ins. Gives how many steps that were. */
export async function removeFactors(trx: Kysely<Database>, user_id: number): Promise<number> {
  const totp = await trx.deleteFrom('totp').where('user_id', '=', user_id).returning('user_id').execute()
  const passkeys = await trx.deleteFrom('passkey').where('user_id', '=', user_id).returning('id').execute()
  await trx.deleteFrom('totp_enrolment').where('user_id', '=', user_id).execute()
  await trx.deleteFrom('recovery_code').where('user_id', '=', user_id).execute()
  await endSessionsOf(trx, user_id, null)
  return totp.length + passkeys.length
}
