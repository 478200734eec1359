import { audit } from '../kit/audit.ts'
import type { Context } from '../kit/context.ts'
import { grantsOfUsers } from '../kit/grants.ts'
import { refuseWithoutAdministrator } from '../kit/last-administrator.ts'
import { refuseMoreThanOwn } from '../kit/more-than-own.ts'
import { notFound, wrongField } from '../kit/refusal.ts'
import type { SignIns } from './needs.ts'
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
  const user = await db
    .selectFrom('users')
    .select('id')
    .where('id', '=', user_id)
    .where('archived_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (!user) throw notFound()
  refuseMoreThanOwn(person, await grantsOfUsers(db, [user_id]))
  const { available, assigned } = await routesOf(user_id, context)
  const known = new Map([...available, ...assigned].map((route) => [route.id, route]))
  if (!ids.every((id) => known.has(id))) throw wrongField('ids', 'unknown_reference')
  const wanted = effect === 'add' ? available : assigned
  const moved = wanted.filter(({ id }) => ids.includes(id))
  await db.deleteFrom('user_route').where('user_id', '=', user_id).where('menu_id', 'in', ids).execute()
  const said = [...known.values()].filter(
    ({ id, roles }) => ids.includes(id) && roles.length > 0 === (effect === 'remove'),
  )
  if (said.length)
    await db
      .insertInto('user_route')
      .values(said.map(({ id }) => ({ user_id, menu_id: id, effect })))
      .execute()
  refuseMoreThanOwn(person, await grantsOfUsers(db, [user_id]))
  await refuseWithoutAdministrator(db, person)
  const names = moved.map(({ name }) => name)
  const change =
    effect === 'add' ? { before: null, after: { routes: names } } : { before: { routes: names }, after: null }
  const action = effect === 'add' ? 'add_routes' : 'remove_routes'
  if (names.length) await audit(db, context, { action, entity: 'user', entity_id: user_id, ...change })
  context.afterCommit(() => changed('user', user_id))
  context.afterCommit(signIns.rightsChanged)
  return routesOf(user_id, context)
}
