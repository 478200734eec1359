import { type Kysely, sql } from 'kysely'
import type { ShownLayout } from '../../shared/endpoints/dashboard-layouts.ts'
import { builtInFor, type Placed, permitted } from '../../shared/widgets/layout.ts'
import type { Looking } from '../kit/context.ts'
import type { Database } from '../kit/database/tables.ts'
import { may } from '../kit/person.ts'

type Db = Kysely<Database>

/** Whose a layout is: a person's, a role's, or (neither) everybody's. */
export type Whose = { user_id: number } | { role_id: number } | 'everybody'

const isOf = (whose: Whose) => {
  if (whose === 'everybody') return sql<boolean>`user_id is null and role_id is null`
  return 'user_id' in whose ? sql<boolean>`user_id = ${whose.user_id}` : sql<boolean>`role_id = ${whose.role_id}`
}

export async function layoutOf(db: Db, whose: Whose): Promise<Placed[] | null> {
  const kept = await db.selectFrom('dashboard_layout').select('widgets').where(isOf(whose)).executeTakeFirst()
  return kept?.widgets ?? null
}

/** The first there is: one's own, that of the first of one's roles that has one, everybody's, the built in. */
export async function layoutInForce({ db, person }: Looking): Promise<ShownLayout> {
  const { rows } = await sql<{ of: ShownLayout['of']; widgets: Placed[] }>`
    select case when l.user_id is not null then 'own' when l.role_id is not null then 'role' else 'everybody' end as of, l.widgets
    from dashboard_layout l left join role r on r.id = l.role_id
    where l.user_id = ${person.id} or (l.user_id is null and l.role_id is null)
      or (r.status = 'normal' and exists (select from user_role ur where ur.role_id = r.id and ur.user_id = ${person.id}))
    order by l.user_id is null, l.role_id is null, r.sort, r.id limit 1`.execute(db)
  const holds = (permission: string) => may(person, permission)
  const { of, widgets } = rows[0] ?? { of: 'built_in', widgets: builtInFor(holds) }
  return { of, widgets: permitted(widgets, holds) }
}

export async function keepLayout(db: Db, whose: Whose, widgets: readonly Placed[]): Promise<void> {
  const row = whose === 'everybody' ? {} : whose
  const target =
    whose === 'everybody'
      ? sql`((true)) where user_id is null and role_id is null`
      : sql`(${sql.ref('user_id' in whose ? 'user_id' : 'role_id')})`
  const { user_id = null, role_id = null } = row as { user_id?: number; role_id?: number }
  await sql`insert into dashboard_layout (user_id, role_id, widgets) values (${user_id}, ${role_id}, ${JSON.stringify(widgets)}::jsonb)
    on conflict ${target} do update set widgets = excluded.widgets, updated_at = now()`.execute(db)
}

export async function forgetLayout(db: Db, whose: Whose): Promise<void> {
  await db.deleteFrom('dashboard_layout').where(isOf(whose)).execute()
}

/** Every role that people have, and whether a layout is kept for it. */
export async function audiences(db: Db) {
  const [roles, everybody] = await Promise.all([
    db
      .selectFrom('role')
      .leftJoin('dashboard_layout', 'dashboard_layout.role_id', 'role.id')
      .select(['role.id', 'role.name', sql<boolean>`dashboard_layout.id is not null`.as('kept')])
      .where('role.status', '=', 'normal')
      .orderBy('role.sort')
      .orderBy('role.id')
      .execute(),
    layoutOf(db, 'everybody'),
  ])
  return { everybody: everybody !== null, roles }
}
