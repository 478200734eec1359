import { type Kysely, sql } from 'kysely'
import { RECOVERY_CODES, RECOVERY_LENGTH, RECOVERY_SIGNS } from '../../../shared/domain/sign-in-proofs.ts'
import type { Database } from '../../kit/database/tables.ts'
import { inGroups, randomSigns } from '../../kit/random-signs.ts'
import type { FactorKeys } from './factor-keys.ts'

type Db = Kysely<Database>

/** Ten new codes instead of those there were, said here once: `ABCDEF-234567-…`. 118 bits each, so an HMAC is enough. */
export async function makeCodes(db: Db, keys: FactorKeys, user_id: number): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, () => randomSigns(RECOVERY_SIGNS, RECOVERY_LENGTH))
  await db.deleteFrom('recovery_code').where('user_id', '=', user_id).execute()
  await db
    .insertInto('recovery_code')
    .values(codes.map((code) => ({ user_id, code_hash: keys.hashOf(user_id, code) })))
    .execute()
  return codes.map(inGroups)
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
