import type { FastifyInstance } from 'fastify'
import { menuAdd, menuMove, menuTree as menuTreeCall, menuUpdate } from '../../shared/endpoints/menus.ts'
import { userMenus } from '../../shared/endpoints/shell.ts'
import type { Context } from '../kit/context.ts'
import { serve } from '../kit/serve.ts'
import { menuTree } from './menu-tree.ts'
import type { RightsChanged } from './needs.ts'
import { menuOf } from './user-menu.ts'
import { addEntry, moveEntry, updateEntry } from './write-entry.ts'

/** What a person finds in the console and may do there; and the menu itself. */
export function menuRoutes(app: FastifyInstance, rightsChanged: RightsChanged): void {
  serve(app, userMenus, async (_, context) => {
    const { id, user_name, name, dashboard, roles, permissions } = context.person
    return {
      ...(await menuOf(context.person, context)),
      permissions: [...permissions],
      user: { userId: id, userName: user_name, name, dashboard, role: [...roles] },
    }
  })
  const { changed } = app.kit
  const told = <T extends { id: number }>({ afterCommit }: Context, entry: T): T => {
    afterCommit(() => changed('menu', entry.id))
    afterCommit(rightsChanged)
    return entry
  }
  serve(app, menuTreeCall, (_, context) => menuTree(context))
  serve(app, menuAdd, async (draft, context) => told(context, await addEntry(draft, context)))
  serve(app, menuUpdate, async (change, context) => told(context, await updateEntry(change, context)))
  serve(app, menuMove, async (move, context) => told(context, await moveEntry(move, context)))
}
