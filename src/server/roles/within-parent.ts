import { type Kysely, sql } from 'kysely'
import { audit } from '../kit/audit.ts'
import type { Context } from '../kit/context.ts'
import type { Database } from '../kit/database/tables.ts'
import { wrongField } from '../kit/refusal.ts'
import { keepScopeWithinParent } from './scope-within-parent.ts'

type Db = Kysely<Database>

/**
 * Refuses a role that gives what the one above it does not, or for records which that one is not for; what stands below it
 * loses what it no longer gives.
 */
export async function keepWithinParent(
  id: number,
  context: Context,
  changed: (entity: string, id: number) => void,
): Promise<void> {
  const { parent_id } = await context.db
    .selectFrom('role')
    .select('parent_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const own = await askedBy(context.db, id)
  if (parent_id !== null && !own.every(among(await givenBy(context.db, parent_id))))
    throw wrongField('menu_ids', 'refusals:more_than_parent')
  await narrowBelow(id, own, context, changed)
  await keepScopeWithinParent(id, context, changed)
}

async function narrowBelow(
  id: number,
  above: readonly string[],
  context: Context,
  changed: (entity: string, id: number) => void,
): Promise<void> {
  const children = await context.db.selectFrom('role').select('id').where('parent_id', '=', id).orderBy('id').execute()
  for (const child of children) {
    const before = await askedBy(context.db, child.id)
    if (before.every(among(above))) continue
    await narrow(context.db, child.id, above)
    const after = await givenBy(context.db, child.id)
    const change = { before: { permissions: before }, after: { permissions: after } }
    await audit(context.db, context, { action: 'narrow', entity: 'role', entity_id: child.id, ...change })
    context.afterCommit(() => changed('role', child.id))
    await narrowBelow(child.id, after, context, changed)
  }
}

/** An entry goes whole, when any of what it gives is no longer given above. */
async function narrow(db: Db, id: number, above: readonly string[]): Promise<void> {
  await sql`delete from role_menu rm where rm.role_id = ${id}
    and exists (select from menu_code c where c.menu_id = rm.menu_id and c.code <> all(${[...above]}::text[]))`.execute(
    db,
  )
  await sql`update role set version = version + 1, updated_at = now(),
    permissions = array(select p from unnest(permissions) p where p = any(${[...above]}::text[])) where id = ${id}`.execute(
    db,
  )
}

/** What it gives, were it not for the roles above it: the database never lets it give more than those do. */
const askedBy = (db: Db, id: number) => permissionsIn(db, 'role_asked', id)
const givenBy = (db: Db, id: number) => permissionsIn(db, 'role_grant', id)

async function permissionsIn(db: Db, view: 'role_asked' | 'role_grant', id: number): Promise<string[]> {
  const { permissions } = await db
    .selectFrom(view)
    .select('permissions')
    .where('role_id', '=', id)
    .executeTakeFirstOrThrow()
  return permissions
}

const among = (given: readonly string[]) => (code: string) => given.includes('*') || given.includes(code)
