import type { Kysely } from 'kysely'
import type { Database } from '../kit/database/tables.ts'
import { passwordFits } from '../kit/password.ts'
import { Refusal } from '../kit/refusal.ts'
import { Attempts } from './attempts.ts'
import type { Known } from './token-granter.ts'

export interface Credentials {
  username: string
  password: string
  address: string
}

/** The user whose name and password these are. Refused alike, and after the same time, whichever of them is wrong. */
export async function checkCredentials(
  db: Kysely<Database>,
  { username, password, address }: Credentials,
): Promise<Known> {
  const attempts = new Attempts(db)
  await attempts.begin(username, address)
  const user = await db
    .selectFrom('users')
    .select(['id', 'user_name', 'password_hash', 'status', 'sign_ins_ended'])
    .where(({ fn, eb }) => eb(fn('lower', ['user_name']), '=', username.toLowerCase()))
    .where('archived_at', 'is', null)
    .executeTakeFirst()
  if (!(await passwordFits(user?.password_hash, password)) || !user)
    throw new Refusal(422, 'wrong_credentials', { fields: { password: { key: 'wrong_credentials' } } })
  await attempts.succeeded(username, address)
  return { ...allowed(user), amr: ['pwd'], fresh: true }
}

/** Only who has shown who they are learns that they may not come in, and why. */
export function allowed<K extends { status: 'normal' | 'disabled' | 'unverified' }>(user: K): K {
  if (user.status !== 'normal') throw new Refusal(403, `user_${user.status}`)
  return user
}
