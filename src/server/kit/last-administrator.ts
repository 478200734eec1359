import { type Kysely, sql } from 'kysely'
import type { Database } from './database/tables.ts'
import type { Person } from './person.ts'
import { Refusal } from './refusal.ts'

/**
 * Refuses a change after which nobody is left who may do everything. Called once it is written, in its transaction: of two
 * administrators who shut each other out in the same instant the second one waits here and sees what the first one did.
 */
export async function refuseWithoutAdministrator(db: Kysely<Database>, person: Person): Promise<void> {
  // Nobody else can take anything from an administrator.
  if (!person.permissions.includes('*')) return
  await sql`select from role where '*' = any(permissions) order by id for update`.execute(db)
  const { rows } = await sql`
    select from users u join user_role ur on ur.user_id = u.id join role r on r.id = ur.role_id
    where u.status = 'normal' and u.archived_at is null
      and r.status = 'normal' and r.data_scope = 'all' and '*' = any(r.permissions)
      and not exists (select from user_adjustment a where a.user_id = u.id and a.removed <> '{}')
    limit 1`.execute(db)
  if (!rows.length) throw new Refusal(409, 'refusals:last_administrator')
}
