import type { FastifyInstance } from 'fastify'
import { accountOf } from '../auth/accounts.ts'
import type { Auth } from '../auth/auth.ts'
import type { SignInNeeds } from '../auth/needs.ts'
import { tellOfPassword } from '../auth/passwords.ts'
import { endSessionsOf } from '../auth/sessions.ts'
import { deptExtension } from '../depts/dept-extension.ts'
import { deptRoutes } from '../depts/routes.ts'
import type { Records } from '../kit/crud/crud.ts'
import type { Extensions } from '../kit/crud/every-entity.ts'
import { menuExtension } from '../menus/menu-extension.ts'
import { menuRoutes } from '../menus/routes.ts'
import { roleExtension } from '../roles/role-extension.ts'
import { roleRoutes } from '../roles/routes.ts'
import type { SignIns } from '../users/needs.ts'
import { userExtension } from '../users/user-extension.ts'
import { userRoutes } from '../users/user-routes.ts'

interface Parts {
  auth: Auth
  needs: SignInNeeds
  changed(entity: string, id: number): void
}

interface PeopleSide {
  extensions: Pick<Extensions, 'dept' | 'menu' | 'role' | 'user'>
  routes(api: FastifyInstance, records: ReadonlyMap<string, Records>): void
}

/** Users, roles, departments and the menu: what changes in them counts from the next call on. */
export function peopleSide({ auth: { people }, needs, changed }: Parts): PeopleSide {
  const rightsChanged = () => people.forget()
  const signIns: SignIns = {
    endAll: (db, id) => endSessionsOf(db, id, null),
    async passwordSet(id, context) {
      const user = await accountOf(context.db, id)
      if (user) await tellOfPassword(context.db, user, { context, needs })
    },
    rightsChanged,
  }
  return {
    extensions: {
      dept: deptExtension,
      menu: menuExtension(rightsChanged),
      role: roleExtension({ rightsChanged, changed }),
      user: userExtension(signIns),
    },
    routes(api, records) {
      const of = (name: string): Records => {
        const found = records.get(name)
        if (!found) throw new Error(`There are no records of ${name}`)
        return found
      }
      userRoutes(api, { users: of('user'), signIns })
      roleRoutes(api, { roles: of('role'), rightsChanged })
      deptRoutes(api)
      menuRoutes(api, rightsChanged)
    },
  }
}
