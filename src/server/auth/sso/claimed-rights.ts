import { type Kysely, sql } from 'kysely'
import { audit } from '../../kit/audit.ts'
import type { Context } from '../../kit/context.ts'
import type { Database } from '../../kit/database/tables.ts'
import { refuseWithoutAdministrator } from '../../kit/last-administrator.ts'
import { NOBODY } from '../../kit/person.ts'
import { namesIn } from './claims.ts'
import type { Claims } from './provider.ts'
import type { SsoSettings } from './settings.ts'

type Db = Kysely<Database>

interface Giving {
  claims: Claims
  settings: Pick<SsoSettings, 'roles' | 'depts'>
  by: Context
}

/**
 * Gives a person the roles and the department that their claims stand for, and takes back what they stand for no more. Roles that
 * the settings do not name are the console's own matter and stay.
 */
export async function giveWhatClaimsSay(trx: Db, user_id: number, { claims, settings, by }: Giving): Promise<void> {
  const change = {
    ...(await giveRoles(trx, user_id, { claims, settings })),
    ...(await giveDept(trx, user_id, { claims, settings })),
  }
  if (!Object.keys(change).length) return
  await audit(trx, by, { action: 'sso_rights', entity: 'user', entity_id: user_id, before: null, after: change })
}

interface Role {
  id: number
  name: string
  rules: boolean
  held: boolean
}

async function giveRoles(trx: Db, user_id: number, { claims, settings: { roles } }: Omit<Giving, 'by'>) {
  const governed = [...new Set(roles.names.values())].map((name) => name.toLowerCase())
  if (!governed.length) return {}
  const claimed = new Set(namesIn(claims, roles).map((name) => name.toLowerCase()))
  const { rows } = await sql<Role & { called: string[] }>`
    select r.id, r.name, '*' = any(r.permissions) as rules, array[lower(r.name), lower(coalesce(r.alias, r.name))] as called,
      exists (select from user_role ur where ur.role_id = r.id and ur.user_id = ${user_id}) as held
    from role r where lower(r.name) = any(${governed}) or lower(r.alias) = any(${governed}) order by r.id`.execute(trx)
  const isClaimed = ({ called }: { called: string[] }) => called.some((name) => claimed.has(name))
  const given = rows.filter((role) => isClaimed(role) && !role.held)
  const taken = rows.filter((role) => !isClaimed(role) && role.held)
  if (given.length)
    await trx
      .insertInto('user_role')
      .values(given.map(({ id: role_id }) => ({ user_id, role_id })))
      .execute()
  if (taken.length)
    await trx
      .deleteFrom('user_role')
      .where('user_id', '=', user_id)
      .where(
        'role_id',
        'in',
        taken.map(({ id }) => id),
      )
      .execute()
  if (taken.some(({ rules }) => rules)) await refuseWithoutAdministrator(trx, { ...NOBODY, permissions: ['*'] })
  const names = (some: readonly Role[]) => some.map(({ name }) => name)
  return {
    ...(given.length && { roles_given: names(given) }),
    ...(taken.length && { roles_taken: names(taken) }),
  }
}

async function giveDept(trx: Db, user_id: number, { claims, settings: { depts } }: Omit<Giving, 'by'>) {
  const [name] = namesIn(claims, depts)
  if (!name) return {}
  const { rows } = await sql`
    update users u set dept_id = d.id, version = u.version + 1, updated_at = now()
    from (select id from dept where lower(name) = ${name.toLowerCase()} and status = 'normal' order by id limit 1) d
    where u.id = ${user_id} and u.dept_id is distinct from d.id returning u.id`.execute(trx)
  return rows.length ? { dept: name } : {}
}
