import type { FastifyInstance } from 'fastify'
import { accountOf } from '../auth/accounts.ts'
import type { Auth } from '../auth/auth.ts'
import { requiredBy } from '../auth/factors/overview.ts'
import { requireProof } from '../auth/factors/proof.ts'
import { removeFactors } from '../auth/factors/second-factors.ts'
import { hasSecondStep } from '../auth/factors/second-steps.ts'
import { tell } from '../auth/factors/tell.ts'
import { tellOfPassword } from '../auth/passwords.ts'
import type { AuthPorts } from '../auth/ports.ts'
import { endAllSessions, endSessionsOf } from '../auth/sessions.ts'
import { deptExtension } from '../depts/dept-extension.ts'
import { deptRoutes } from '../depts/routes.ts'
import type { Records } from '../kit/crud/crud.ts'
import type { Extensions } from '../kit/crud/every-entity.ts'
import { menuExtension } from '../menus/menu-extension.ts'
import { menuRoutes } from '../menus/routes.ts'
import { roleExtension } from '../roles/role-extension.ts'
import { roleRoutes } from '../roles/routes.ts'
import { settingExtension } from '../settings/setting-extension.ts'
import type { SignIns } from '../users/ports.ts'
import { userExtension } from '../users/user-extension.ts'
import { userRoutes } from '../users/user-routes.ts'

interface Parts {
  auth: Auth
  ports: AuthPorts
  changed(entity: string, id: number): void
}

interface PeopleSide {
  extensions: Pick<Extensions, 'dept' | 'menu' | 'role' | 'setting' | 'user'>
  routes(api: FastifyInstance, records: ReadonlyMap<string, Records>): void
}

/** Users, roles, departments and the menu: what changes in them counts from the next call on. */
export function peopleSide({ auth: { people }, ports, changed }: Parts): PeopleSide {
  const rightsChanged = () => people.forget()
  const signIns: SignIns = {
    endAll: (db, id) => endSessionsOf(db, id, null),
    endEverybodys: endAllSessions,
    async passwordSet(id, context) {
      const user = await accountOf(context.db, id)
      if (user) await tellOfPassword(context.db, user, { context, ports })
    },
    requireProof: ({ db, person }) => requireProof(db, person),
    async removeFactors(user_id, context) {
      const removed = await removeFactors(context.db, user_id)
      const words = { by: context.person.name || context.person.user_name }
      await tell(context.db, { user_id, template: 'second_steps_reset', words }, { context, ports })
      return removed
    },
    secondStepOf: async (db, user_id) => ({
      enrolled: await hasSecondStep(db, user_id),
      required_by: await requiredBy(db, user_id),
    }),
    rightsChanged,
  }
  return {
    extensions: {
      dept: deptExtension,
      setting: settingExtension,
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
