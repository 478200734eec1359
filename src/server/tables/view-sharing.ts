import { type Kysely, sql } from 'kysely'
import { role } from '../../shared/entities/role.ts'
import { user } from '../../shared/entities/user.ts'
import { permissionOf } from '../../shared/kit/entity.ts'
import type { Database } from '../kit/database/tables.ts'
import { may, narrowed, type Person } from '../kit/person.ts'
import { reached } from '../kit/reach/within.ts'
import { wrongField } from '../kit/refusal.ts'

type Db = Kysely<Database>

export interface SharedWith {
  role_ids: readonly number[]
  user_ids: readonly number[]
}

/** Whether the view `v` is shared with a person: with everybody, by name, or with a role that holds for them. */
export const sharedWith = ({ id }: Person) => sql<boolean>`(v.shared
  or exists (select from list_view_user named where named.view_id = v.id and named.user_id = ${id})
  or exists (select from list_view_role held join user_role u on u.role_id = held.role_id join role r on r.id = held.role_id
    where held.view_id = v.id and u.user_id = ${id} and r.status = 'normal'))`

/** The same sets as before, but for those that are given. */
export async function shareWith(db: Db, person: Person, view_id: number, given: SharedWith): Promise<void> {
  await put(
    db,
    { table: 'list_view_role', column: 'role_id', field: 'role_ids', of: 'role' },
    { view_id, ids: given.role_ids, person },
  )
  await put(
    db,
    { table: 'list_view_user', column: 'user_id', field: 'user_ids', of: 'user' },
    { view_id, ids: given.user_ids, person },
  )
}

interface Which {
  table: 'list_view_role' | 'list_view_user'
  column: 'role_id' | 'user_id'
  field: keyof SharedWith
  of: 'role' | 'user'
}
const ENTITIES = { role, user } as const

/** Who was named already stays named, whatever the person may see by now; whom they name newly they have to reach. */
async function put(
  db: Db,
  { table, column, field, of }: Which,
  { view_id, ids, person }: { view_id: number; ids: readonly number[]; person: Person },
): Promise<void> {
  const [kept, named, all] = [sql.table(table), sql.ref(column), sql`${[...ids]}::bigint[]`]
  await sql`delete from ${kept} where view_id = ${view_id} and not ${named} = any(${all})`.execute(db)
  const { rows } = await sql<{ id: number }>`
    select id from unnest(${all}) id where not exists (select from ${kept} k where k.view_id = ${view_id} and k.${named} = id)`.execute(
    db,
  )
  const added = [...new Set(rows.map(({ id }) => id))]
  if (added.length === 0) return
  const permission = permissionOf(ENTITIES[of], 'list')
  const own = sql.table(ENTITIES[of].table)
  const { rows: known } = await sql`
    select from ${own} o where o.id = any(${added}::bigint[]) and ${reached(narrowed(person, permission), of, 'o')}`.execute(
    db,
  )
  if (!may(person, permission) || known.length < added.length) throw wrongField(field, 'unknown_reference')
  await sql`insert into ${kept} (view_id, ${named}) select ${view_id}, id from unnest(${added}::bigint[]) id`.execute(
    db,
  )
}
