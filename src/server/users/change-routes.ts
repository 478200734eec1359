import { audit } from '../kit/audit.ts'
import type { Context } from '../kit/context.ts'
import { grantsOfUsers } from '../kit/grants.ts'
import { refuseWithoutAdministrator } from '../kit/last-administrator.ts'
import { refuseMoreThanOwn } from '../kit/more-than-own.ts'
import { notFound, wrongField } from '../kit/refusal.ts'
import type { SignIns } from './ports.ts'
import { routesOf, type UserRoutes } from './routes-of-user.ts'

interface Asked {
  user_id: number
  ids: readonly number[]
  effect: 'add' | 'remove'
  signIns: SignIns
  changed(entity: string, id: number): void
}

/** Adds entries to what one person's roles give them, or takes them away; what their roles say anyway needs no word. */
export async function changeRoutes(asked: Asked, context: Context): Promise<UserRoutes> {
  const { user_id, ids, effect, signIns, changed } = asked
  const { db, person } = context
  await lockUser(db, user_id)
  refuseMoreThanOwn(person, await grantsOfUsers(db, [user_id]))
  const { available, assigned } = await routesOf(user_id, context)
  const chosen = [...available, ...assigned].filter(({ id }) => ids.includes(id))
  if (chosen.length < new Set(ids).size) throw wrongField('ids', 'unknown_reference')
  await say(db, user_id, { chosen, effect })
  refuseMoreThanOwn(person, await grantsOfUsers(db, [user_id]))
  await refuseWithoutAdministrator(db, person)
  const moved = (effect === 'add' ? available : assigned).filter(({ id }) => ids.includes(id))
  if (moved.length) await note(moved, asked, context)
  context.afterCommit(() => changed('user', user_id))
  context.afterCommit(signIns.rightsChanged)
  return routesOf(user_id, context)
}

async function lockUser(db: Context['db'], id: number): Promise<void> {
  const user = await db
    .selectFrom('users')
    .select('id')
    .where('id', '=', id)
    .where('archived_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (!user) throw notFound()
}

interface Said {
  chosen: UserRoutes['assigned']
  effect: Asked['effect']
}

async function say(db: Context['db'], user_id: number, { chosen, effect }: Said): Promise<void> {
  const ids = chosen.map(({ id }) => id)
  await db.deleteFrom('user_route').where('user_id', '=', user_id).where('menu_id', 'in', ids).execute()
  const needed = chosen.filter(({ roles }) => (effect === 'add' ? roles.length === 0 : roles.length > 0))
  if (!needed.length) return
  const rows = needed.map(({ id }) => ({ user_id, menu_id: id, effect }))
  await db.insertInto('user_route').values(rows).execute()
}

function note(moved: UserRoutes['assigned'], { effect, user_id }: Asked, context: Context): Promise<void> {
  const routes = { routes: moved.map(({ name }) => name) }
  const change = effect === 'add' ? { before: null, after: routes } : { before: routes, after: null }
  const action = effect === 'add' ? 'add_routes' : 'remove_routes'
  return audit(context.db, context, { action, entity: 'user', entity_id: user_id, ...change })
}
