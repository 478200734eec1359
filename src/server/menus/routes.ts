import type { FastifyInstance } from 'fastify'
import { menuAdd, menuMove, menuTree as menuTreeCall, menuUpdate } from '../../shared/endpoints/menus.ts'
import { userMenus } from '../../shared/endpoints/shell.ts'
import type { Context } from '../kit/context.ts'
import { Remembered } from '../kit/remembered.ts'
import { serve } from '../kit/serve.ts'
import { serveTagged } from '../kit/serve-tagged.ts'
import { menuTree } from './menu-tree.ts'
import type { RightsChanged } from './ports.ts'
import { hashOf, menuOf, menuParts, type UserMenu } from './user-menu.ts'
import { addEntry, moveEntry, updateEntry } from './write-entry.ts'

/** What a person finds in the console and may do there; and the menu itself. */
export function menuRoutes(app: FastifyInstance, rightsChanged: RightsChanged): void {
  // A key says all that a menu is made of: the same one is another's of the same roles.
  const built = new Remembered<UserMenu>(60_000)
  serveTagged(app, userMenus, async (_, context) => {
    const { id, user_name, name, dashboard, roles, permissions } = context.person
    const user = { userId: id, userName: user_name, name, dashboard, role: [...roles] }
    const parts = await menuParts(context.person, context)
    return {
      tag: hashOf([parts.key, user]).slice(0, 24),
      read: async () => {
        const menu = await built.get(parts.key, () => menuOf(context.person, parts, context))
        return { ...menu, permissions: [...permissions], user }
      },
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
