import { randomBytes } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import { RECOVERY_CODES, RECOVERY_LENGTH, RECOVERY_SIGNS } from '../../../shared/domain/sign-in-proofs.ts'
import type { Database } from '../../kit/database/tables.ts'
import type { FactorKeys } from './factor-keys.ts'

type Db = Kysely<Database>

/** Ten new codes instead of those there were, said here once: `ABCDE-23456`. 31^10 of each, so an HMAC is enough. */
export async function makeCodes(db: Db, keys: FactorKeys, user_id: number): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, newCode)
  await db.deleteFrom('recovery_code').where('user_id', '=', user_id).execute()
  await db
    .insertInto('recovery_code')
    .values(codes.map((code) => ({ user_id, code_hash: keys.hashOf(user_id, code) })))
    .execute()
  return codes.map((code) => `${code.slice(0, 5)}-${code.slice(5)}`)
}

/** Uses a code up; false when there is none like it any more, or a twin was faster. */
export async function spendCode(db: Db, keys: FactorKeys, user_id: number, code: string): Promise<boolean> {
  const spent = await db
    .updateTable('recovery_code')
    .set({ used_at: sql<string>`now()` })
    .where('user_id', '=', user_id)
    .where('code_hash', '=', keys.hashOf(user_id, code))
    .where('used_at', 'is', null)
    .returning('user_id')
    .executeTakeFirst()
  return spent !== undefined
}

/** How many are still good. */
export async function codesLeft(db: Db, user_id: number): Promise<number> {
  const { left } = await db
    .selectFrom('recovery_code')
    .select(({ fn }) => fn.countAll<number>().as('left'))
    .where('user_id', '=', user_id)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(left)
}

/** Bytes that would make some signs likelier than others are passed over. */
function newCode(): string {
  const fair = 256 - (256 % RECOVERY_SIGNS.length)
  let code = ''
  while (code.length < RECOVERY_LENGTH)
    for (const byte of randomBytes(RECOVERY_LENGTH))
      if (byte < fair && code.length < RECOVERY_LENGTH) code += RECOVERY_SIGNS[byte % RECOVERY_SIGNS.length]
  return code
}
