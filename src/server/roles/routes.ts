import type { FastifyInstance } from 'fastify'
import { PERMISSION_CODE } from '../../shared/endpoints/menus.ts'
import { rolePermissions, roleReach } from '../../shared/endpoints/people.ts'
import { role } from '../../shared/entities/role.ts'
import type { Parsed } from '../../shared/kit/endpoint.ts'
import { audit } from '../kit/audit.ts'
import type { Context } from '../kit/context.ts'
import type { Records } from '../kit/crud/crud.ts'
import { overtaken } from '../kit/crud/overtaken.ts'
import { keptRows } from '../kit/crud/rows.ts'
import { grantsOfRoles } from '../kit/grants.ts'
import { refuseWithoutAdministrator } from '../kit/last-administrator.ts'
import { refuseMoreThanOwn } from '../kit/more-than-own.ts'
import { notFound, wrongField } from '../kit/refusal.ts'
import { serve } from '../kit/serve.ts'
import type { RightsChanged } from './ports.ts'
import { countReach } from './role-reach.ts'
import { keepWithinParent } from './within-parent.ts'

interface Parts {
  roles: Records
  rightsChanged: RightsChanged
}

/** What of the roles is no plain call. */
export function roleRoutes(app: FastifyInstance, { roles, rightsChanged }: Parts): void {
  const { changed } = app.kit
  serve(app, roleReach, countReach)
  serve(app, rolePermissions, async (asked, context) => {
    await setPermissions(asked, context, changed)
    context.afterCommit(rightsChanged)
    return roles.reading.view(asked.id, context)
  })
}

type Changed = (entity: string, id: number) => void

/** Sets what a role gives beyond the entries of its menu. */
async function setPermissions(
  { id, version, permissions }: Parsed<typeof rolePermissions>,
  context: Context,
  changed: Changed,
): Promise<void> {
  const { db, person } = context
  const wanted = [...new Set(permissions)].sort()
  if (!wanted.every((code) => code === '*' || PERMISSION_CODE.test(code)))
    throw wrongField('permissions', 'not_a_permission')
  const known = await db.selectFrom('role').select('permissions').where('id', '=', id).forUpdate().executeTakeFirst()
  const [before] = await keptRows(db, role, [id])
  if (!known || !before) throw notFound()
  if (version !== before.version) throw await overtaken(role, before, context)
  refuseMoreThanOwn(person, await grantsOfRoles(db, [id]))
  if (known.permissions.join() === wanted.join()) return
  await db
    .updateTable('role')
    .set(({ eb, fn }) => ({ permissions: wanted, version: eb('version', '+', 1), updated_at: fn<string>('now') }))
    .where('id', '=', id)
    .execute()
  refuseMoreThanOwn(person, await grantsOfRoles(db, [id]))
  await keepWithinParent(id, context, changed)
  await refuseWithoutAdministrator(db, person)
  const change = { before: { permissions: known.permissions }, after: { permissions: wanted } }
  await audit(db, context, { action: 'permissions', entity: 'role', entity_id: id, ...change })
  context.afterCommit(() => changed('role', id))
}
