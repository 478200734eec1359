import { type Kysely, sql } from 'kysely'
import { networkOf } from '../kit/client-address.ts'
import type { Database } from '../kit/database/tables.ts'

/** Notes the network where someone is signed in: guesses elsewhere are not to keep them out there. */
export async function noteAddress(db: Kysely<Database>, user_id: number, address: string | null): Promise<void> {
  if (!address) return
  await sql`insert into known_address (user_id, address) values (${user_id}, ${networkOf(address)})
    on conflict (user_id, address) do update set last_at = now()`.execute(db)
}

/** Whether anyone who is called so, by account, number or mail address, was signed in from there lately. */
export async function wasSignedInAt(db: Kysely<Database>, account: string, address: string): Promise<boolean> {
  const name = account.toLowerCase()
  const { rows } = await sql`
    select from known_address k join users u on u.id = k.user_id where k.address = ${networkOf(address)}
      and (lower(u.user_name) = ${name} or bare_phone(u.phone) = ${name} or lower(u.email) = ${name})
    limit 1`.execute(db)
  return rows.length > 0
}

/** Where nobody was signed in for a month is known no more. */
export const forgetOldAddresses = (db: Kysely<Database>): Promise<unknown> =>
  sql`delete from known_address where last_at < now() - interval '30 days'`.execute(db)
