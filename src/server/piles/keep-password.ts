import type { Kysely } from 'kysely'
import type { Database } from '../kit/database/tables.ts'
import { hashPileSecret } from '../kit/pile-secret.ts'
import { notFound } from '../kit/refusal.ts'

/** Makes a password a pile's own; only its hash is kept. */
export async function keepPassword(db: Kysely<Database>, id: number, password: string): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('pile')
    .set((eb) => ({
      password_hash: hashPileSecret(password),
      version: eb('version', '+', 1),
      updated_at: new Date().toISOString(),
    }))
    .where('id', '=', id)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw notFound()
}
