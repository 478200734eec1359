import type { FastifyInstance } from 'fastify'
import {
  approveUser,
  assignedMenus,
  assignRoles,
  disableUser,
  endAllSignIns,
  endSignIns,
  resetFactors,
  resetPassword,
  routeCreate,
  routeIndex,
  routeRemove,
  userRights,
} from '../../shared/endpoints/people.ts'
import type { User } from '../../shared/entities/user.ts'
import type { Context } from '../kit/context.ts'
import type { Records } from '../kit/crud/crud.ts'
import { Refusal } from '../kit/refusal.ts'
import { serve } from '../kit/serve.ts'
import { changeRoutes } from './change-routes.ts'
import { endOfAll, endOfOne } from './end-sign-ins.ts'
import type { SignIns } from './ports.ts'
import { resetSecondSteps } from './reset-factors.ts'
import { setNewPassword } from './reset-password.ts'
import { rightsOf } from './rights.ts'
import { routesOf } from './routes-of-user.ts'

interface Parts {
  /** The users, as their plain calls read and change them. */
  users: Records
  signIns: SignIns
}

/** What is done with users beyond their plain calls. */
export function userRoutes(app: FastifyInstance, { users, signIns }: Parts): void {
  const change = (given: { id: number; version: number } & Partial<User>, context: Context) =>
    users.changing.update(given, context)
  serve(app, approveUser, async ({ id, version }, context) => {
    const known = (await users.reading.view(id, context)) as unknown as User
    if (known.status !== 'unverified') throw new Refusal(409, 'refusals:not_unverified')
    return change({ id, version, status: 'normal' }, context)
  })
  serve(app, disableUser, ({ id, version }, context) => change({ id, version, status: 'disabled' }, context))
  serve(app, assignRoles, ({ id, version, role_ids }, context) =>
    change({ id, version, role_ids: [...new Set(role_ids)].sort((a, b) => a - b) }, context),
  )
  serve(app, resetPassword, (asked, context) => setNewPassword(asked, context, signIns))
  serve(app, resetFactors, (asked, context) => resetSecondSteps(asked, context, signIns))
  serve(app, endSignIns, (asked, context) => endOfOne(asked, context, signIns))
  serve(app, endAllSignIns, (_, context) => endOfAll(context, signIns))
  serve(app, userRights, ({ id }, context) => rightsOf(id, context, signIns))
  const { changed } = app.kit
  serve(app, routeIndex, ({ user_id }, context) => routesOf(user_id, context))
  serve(app, routeCreate, (asked, context) => changeRoutes({ ...asked, effect: 'add', changed, signIns }, context))
  serve(app, routeRemove, (asked, context) => changeRoutes({ ...asked, effect: 'remove', changed, signIns }, context))
  serve(app, assignedMenus, async ({ user_id }, context) => (await routesOf(user_id, context)).assigned)
}
