import { type Kysely, sql } from 'kysely'
import type { Database } from '../kit/database/tables.ts'
import { hashNewPassword } from '../kit/password.ts'
import { newPassword } from '../kit/random-signs.ts'
import { inTransaction } from '../kit/transaction.ts'

export interface FirstAdministrator {
  user_name: string
  /** Said once; only its hash is kept. */
  password: string
}

/** Creates the administrator of an empty installation, with a password of our own when none is given. Null when there are users already. */
export async function ensureAdministrator(db: Kysely<Database>, given?: string): Promise<FirstAdministrator | null> {
  if (await db.selectFrom('users').select('id').limit(1).executeTakeFirst()) return null
  const password = given ?? newPassword()
  const password_hash = await hashNewPassword(password)
  return inTransaction(db, async (trx) => {
    // Servers that start together create one.
    await sql`lock table users in share row exclusive mode`.execute(trx)
    if (await trx.selectFrom('users').select('id').limit(1).executeTakeFirst()) return null
    const role = await trx
      .insertInto('role')
      .values({ name: 'Administrator', alias: 'SA', permissions: ['*'], remark: null })
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ permissions: ['*'] }))
      .returning('id')
      .executeTakeFirstOrThrow()
    const user = await trx
      .insertInto('users')
      .values({ user_name: 'admin', name: 'Administrator', password_hash })
      .returning(['id', 'user_name'])
      .executeTakeFirstOrThrow()
    await trx.insertInto('user_role').values({ user_id: user.id, role_id: role.id }).execute()
    return { user_name: user.user_name, password }
  })
}
