import type { FastifyInstance } from 'fastify'
import { userMenus } from '../../shared/endpoints/shell.ts'
import { serve } from '../kit/serve.ts'
import { menuOf } from './menu.ts'

/** What a person finds in the console, and what they may do there. */
export function menuRoutes(app: FastifyInstance): void {
  serve(app, userMenus, async (_, { person }) => {
    const { id, user_name, name, dashboard, roles, permissions } = person
    return {
      menu: menuOf(person),
      permissions: [...permissions],
      user: { userId: id, userName: user_name, name, dashboard, role: [...roles] },
    }
  })
}
