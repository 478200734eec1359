import { userRow } from '../../shared/endpoints/people.ts'
import type { User, user } from '../../shared/entities/user.ts'
import type { Titled } from '../../shared/kit/entity.ts'
import type { Context } from '../kit/context.ts'
import type { Extension } from '../kit/crud/extension.ts'
import { grantsOfUsers } from '../kit/grants.ts'
import { refuseWithoutAdministrator } from '../kit/last-administrator.ts'
import { refuseMoreThanOwn } from '../kit/more-than-own.ts'
import type { Person } from '../kit/person.ts'
import { Refusal, wrongField } from '../kit/refusal.ts'
import { refuseColleague } from './new-colleagues.ts'
import type { SignIns } from './ports.ts'

type Db = Context['db']

/**
 * Nobody changes a user who may do more, or makes one; nobody shuts themselves out, or everybody who may do everything. Anyone who
 * did something is archived when they go: the audit names them.
 */
export const userExtension = (signIns: SignIns): Extension<typeof user> => ({
  row: userRow,
  async extend(rows, { db }) {
    const roles = await rolesOf(
      db,
      rows.map(({ id }) => id),
    )
    return rows.map((row) => specified(row, roles.get(row.id) ?? []))
  },
  async check(record, { db, person }, before) {
    if (!isOwnPath(record.dashboard)) throw wrongField('dashboard', 'refusals:not_a_page')
    if (!before) return
    refuseMoreThanOwn(person, await grantsOfUsers(db, [before.id]))
    if (before.id === person.id) refuseOwn(record, before)
  },
  async created({ id }, { db, person }) {
    refuseMoreThanOwn(person, await grantsOfUsers(db, [id]))
  },
  async updated({ id, status }, _, { db, person, afterCommit }) {
    refuseMoreThanOwn(person, await grantsOfUsers(db, [id]))
    await refuseColleague(db, person, id)
    await refuseWithoutAdministrator(db, person)
    if (status !== 'normal') await signIns.endAll(db, id)
    afterCommit(signIns.rightsChanged)
  },
  async removable(rows, { db, person }) {
    const ids = rows.map(({ id }) => id)
    refuseOneself(person, ids)
    refuseMoreThanOwn(person, await grantsOfUsers(db, ids))
  },
  history: whoDidSomething,
  async removed(rows, { db, person, afterCommit }) {
    for (const { id } of rows) await putOut(db, id, signIns)
    await refuseWithoutAdministrator(db, person)
    afterCommit(signIns.rightsChanged)
  },
})

/** A path of the console: neither another site's address on the web nor one that a browser takes for it. */
const isOwnPath = (path: string) => /^\/(?![/\\])/.test(path)

const WAYS_BACK = ['phone', 'email'] as const

/** By a telephone or a mailbox a forgotten password is set anew: one's own takes a fresh proof, in the user centre. */
function refuseOwn(record: Partial<User>, before: User): void {
  if (record.status !== 'normal') throw new Refusal(409, 'refusals:not_yourself')
  const changed = WAYS_BACK.find((field) => record[field] !== before[field])
  if (changed) throw wrongField(changed, 'refusals:not_own_contact')
}

function refuseOneself({ id }: Person, ids: readonly number[]): void {
  if (ids.includes(id)) throw new Refusal(409, 'refusals:not_yourself')
}

async function whoDidSomething(ids: readonly number[], { db }: Context): Promise<number[]> {
  const rows = await db
    .selectFrom('users')
    .select('id')
    .where('id', 'in', ids)
    .where(({ exists, selectFrom }) =>
      exists(selectFrom('audit_entry').select('id').whereRef('audit_entry.user_id', '=', 'users.id')),
    )
    .execute()
  return rows.map(({ id }) => id)
}

/** An archived user has no rights, no place and no way in: anyone who restores them says anew what they may do. */
async function putOut(db: Db, id: number, signIns: SignIns): Promise<void> {
  await db.updateTable('users').set({ status: 'disabled', dept_id: null }).where('id', '=', id).execute()
  await db.deleteFrom('user_role').where('user_id', '=', id).execute()
  await db.deleteFrom('user_route').where('user_id', '=', id).execute()
  await signIns.endAll(db, id)
}

async function rolesOf(db: Db, ids: readonly number[]): Promise<Map<number, Titled[]>> {
  const rows = await db
    .selectFrom('user_role')
    .innerJoin('role', 'role.id', 'user_role.role_id')
    .select(['user_id', 'role.id', 'role.name'])
    .where('user_id', 'in', ids)
    .orderBy('role.sort')
    .orderBy('role.id')
    .execute()
  const roles = new Map<number, Titled[]>()
  for (const { user_id, id, name } of rows) roles.set(user_id, [...(roles.get(user_id) ?? []), { id, title: name }])
  return roles
}

/** With the specification's words for it. */
const specified = (row: User, roles: readonly Titled[]) => ({
  ...row,
  roles,
  userName: row.user_name,
  mail: row.email,
  group: row.role_ids,
  groupName: roles.map(({ title }) => title).join(', '),
  date: row.created_at,
})
