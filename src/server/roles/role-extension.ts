import { sql } from 'kysely'
import { roleRow } from '../../shared/endpoints/people.ts'
import type { Role, role } from '../../shared/entities/role.ts'
import type { Context } from '../kit/context.ts'
import type { Extension } from '../kit/crud/extension.ts'
import { grantsOfRoles } from '../kit/grants.ts'
import { refuseWithoutAdministrator } from '../kit/last-administrator.ts'
import { refuseMoreThanOwn } from '../kit/more-than-own.ts'
import { refuseNoneChosen } from '../kit/reach/named-scope.ts'
import { refuseMisplaced, withAllBelow } from '../kit/tree.ts'
import { namedIn } from './named-records.ts'
import type { RightsChanged } from './ports.ts'
import { keepWithinParent } from './within-parent.ts'

const DEEPEST = 5

interface Parts {
  rightsChanged: RightsChanged
  changed(entity: string, id: number): void
}

/**
 * Nobody touches a role that gives more than they have, or makes one of it. A role stays within the one that it stands under,
 * and goes with it.
 */
export const roleExtension = ({ rightsChanged, changed }: Parts): Extension<typeof role> => ({
  row: roleRow,
  async extend(rows, { db }) {
    const counted = await figuresOf(
      db,
      rows.map(({ id }) => id),
    )
    const named = await namedIn(db, rows)
    const specified = ({ name, created_at }: Role) => ({ label: name, date: created_at })
    return rows.map((row) => ({ ...row, ...specified(row), ...counted.get(row.id), ...named(row) }))
  },
  async check(role, { db, person }, before) {
    const { parent_id } = role
    if (before) refuseMoreThanOwn(person, await grantsOfRoles(db, [before.id]))
    refuseNoneChosen(role, before)
    if (before && before.parent_id === parent_id) return
    await refuseMisplaced(db, 'role', { id: before?.id ?? null, parent_id, deepest: DEEPEST })
  },
  async created({ id }, context) {
    refuseMoreThanOwn(context.person, await grantsOfRoles(context.db, [id]))
    await keepWithinParent(id, context, changed)
  },
  async updated({ id, data_scope }, before, context) {
    refuseMoreThanOwn(context.person, await grantsOfRoles(context.db, [id]))
    await keepWithinParent(id, context, changed)
    // Those below may have become for named records with it, which makes colleagues of their people.
    if (data_scope !== before.data_scope)
      refuseMoreThanOwn(context.person, await grantsOfRoles(context.db, await withAllBelow(context.db, 'role', [id])))
    await refuseWithoutAdministrator(context.db, context.person)
    context.afterCommit(rightsChanged)
  },
  along: (ids, { db }) => withAllBelow(db, 'role', ids),
  async removable(rows, { db, person }) {
    const ids = rows.map(({ id }) => id)
    refuseMoreThanOwn(person, await grantsOfRoles(db, ids))
  },
  removed: (_, { afterCommit }) => afterCommit(rightsChanged),
})

interface Figures {
  id: number
  permissions: string[]
  direct_permissions: string[]
  users: number
  children: number
}

async function figuresOf(db: Context['db'], ids: readonly number[]): Promise<Map<number, Omit<Figures, 'id'>>> {
  const { rows } = await sql<Figures>`
    select r.id, g.permissions, r.permissions as direct_permissions,
      (select count(*) from user_role ur join users u on u.id = ur.user_id
        where ur.role_id = r.id and u.archived_at is null) as users,
      (select count(*) from role c where c.parent_id = r.id) as children
    from role r join role_grant g on g.role_id = r.id where r.id = any(${[...ids]}::bigint[])`.execute(db)
  return new Map(rows.map(({ id, ...figures }) => [id, figures]))
}
