import type { Kysely } from 'kysely'
import type { ownFactors } from '../../../shared/endpoints/own-factors.ts'
import type { Data } from '../../../shared/kit/endpoint.ts'
import type { Context } from '../../kit/context.ts'
import type { Database } from '../../kit/database/tables.ts'
import type { AuthDeps } from '../deps.ts'
import { codesLeft } from './recovery-codes.ts'

/** The roles in force that ask this user for a second step. */
export async function requiredBy(db: Kysely<Database>, user_id: number): Promise<string[]> {
  const roles = await db
    .selectFrom('user_role')
    .innerJoin('role', 'role.id', 'user_role.role_id')
    .select('role.name')
    .where('user_id', '=', user_id)
    .where('role.status', '=', 'normal')
    .where('role.second_factor', '=', true)
    .orderBy('role.sort')
    .orderBy('role.id')
    .execute()
  return roles.map(({ name }) => name)
}

/** What someone has set up, and what is asked of them. */
export async function overviewOf(
  { db, passkeys }: Pick<AuthDeps, 'db' | 'passkeys'>,
  { person, origin }: Context,
): Promise<Data<typeof ownFactors>> {
  const totp = await db
    .selectFrom('totp')
    .select(['created_at', 'last_used_at'])
    .where('user_id', '=', person.id)
    .executeTakeFirst()
  const own = await db
    .selectFrom('passkey')
    .select(['id', 'name', 'created_at', 'last_used_at', 'synced', 'copied_at'])
    .where('user_id', '=', person.id)
    .orderBy('id')
    .execute()
  return {
    totp: totp ?? null,
    passkeys: own,
    recovery_left: await codesLeft(db, person.id),
    required_by: await requiredBy(db, person.id),
    passkey_place: passkeys.placeOf(origin),
    user_name: person.user_name,
  }
}
