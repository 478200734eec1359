import type { Kysely } from 'kysely'
import type { Database } from '../kit/database/tables.ts'
import { passwordFits } from '../kit/password.ts'
import { Refusal } from '../kit/refusal.ts'
import { Attempts } from './attempts.ts'

export interface Credentials {
  username: string
  password: string
  address: string
}

/** The id of the user whose name and password these are. Refused alike, and after the same time, whichever of them is wrong. */
export async function checkCredentials(
  db: Kysely<Database>,
  { username, password, address }: Credentials,
): Promise<number> {
  const attempts = new Attempts(db)
  await attempts.begin(username, address)
  const user = await db
    .selectFrom('users')
    .select(['id', 'password_hash', 'status'])
    .where(({ fn, eb }) => eb(fn('lower', ['user_name']), '=', username.toLowerCase()))
    .executeTakeFirst()
  if (!(await passwordFits(user?.password_hash, password)) || !user)
    throw new Refusal(422, 'wrong_credentials', { fields: { password: { key: 'wrong_credentials' } } })
  await attempts.succeeded(username, address)
  if (user.status !== 'normal') throw new Refusal(403, `user_${user.status}`)
  return user.id
}
