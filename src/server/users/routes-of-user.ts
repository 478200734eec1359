import { sql } from 'kysely'
import type { routeIndex } from '../../shared/endpoints/people.ts'
import type { Data } from '../../shared/kit/endpoint.ts'
import type { Titled } from '../../shared/kit/entity.ts'
import type { Translations } from '../../shared/kit/languages.ts'
import type { Context } from '../kit/context.ts'
import { titlesOf } from '../kit/menu-title.ts'
import { notFound } from '../kit/refusal.ts'

export type UserRoutes = Data<typeof routeIndex>
type Route = UserRoutes['assigned'][number]

interface Found extends Omit<Route, 'titles' | 'title'> {
  title: string | null
  titles: Translations | null
  /** A role gives its code without carrying it. */
  by_code: boolean
}

/** The entries of the menu that give something, as far as this user has them or not. */
export async function routesOf(user_id: number, { db, language }: Context): Promise<UserRoutes> {
  const user = await db
    .selectFrom('users')
    .select(['id', 'user_name as title'])
    .where('id', '=', user_id)
    .executeTakeFirst()
  if (!user) throw notFound()
  const { rows } = await sql<Found>`
    with theirs as (
      select r.id, r.name, r.sort, r.permissions from user_role ur join role r on r.id = ur.role_id
      where ur.user_id = ${user_id} and r.status = 'normal')
    select m.id, m.parent_id, m.name, m.type, m.title, m.titles, m.path, m.permission, a.effect,
      coalesce((select json_agg(json_build_object('id', t.id, 'title', t.name) order by t.sort, t.id) from theirs t
        where '*' = any(t.permissions) or m.permission = any(t.permissions)
          or exists (select from role_menu rm where rm.role_id = t.id and rm.menu_id = m.id)), '[]') as roles
    from menu m left join user_route a on a.menu_id = m.id and a.user_id = ${user_id}
    where m.component is not null or m.type <> 'menu' or m.permission is not null
    order by m.sort, m.id`.execute(db)
  const all = rows.map(({ titles, title, ...row }): Route => {
    return { ...row, ...titlesOf({ name: row.name, title, titles }, language) }
  })
  return {
    user,
    everything: await mayEverything(db, user_id),
    available: all.filter((route) => !isTheirs(route)),
    assigned: all.filter(isTheirs),
  }
}

const isTheirs = ({ effect, roles }: { effect: Route['effect']; roles: readonly Titled[] }) =>
  effect === 'add' || (effect === null && roles.length > 0)

async function mayEverything(db: Context['db'], user_id: number): Promise<boolean> {
  const { rows } = await sql`
    select from user_role ur join role r on r.id = ur.role_id
    where ur.user_id = ${user_id} and r.status = 'normal' and '*' = any(r.permissions) limit 1`.execute(db)
  return rows.length > 0
}
