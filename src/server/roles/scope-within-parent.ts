import { type Kysely, sql } from 'kysely'
import { namedBy } from '../../shared/domain/data-scope.ts'
import type { Role } from '../../shared/entities/role.ts'
import { audit } from '../kit/audit.ts'
import type { Context } from '../kit/context.ts'
import type { Database } from '../kit/database/tables.ts'
import { wrongField } from '../kit/refusal.ts'

type Db = Kysely<Database>
type Changed = (entity: string, id: number) => void
/** What a role is for, no matter who has it. */
type Scope = Pick<Role, 'data_scope'> & Record<'site_ids' | 'merchant_ids', readonly number[]>

/** Refuses a role that is for records which the one above it is not for; what stands below it loses what it is no longer for. */
export async function keepScopeWithinParent(id: number, context: Context, changed: Changed): Promise<void> {
  const { parent_id } = await context.db
    .selectFrom('role')
    .select('parent_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const own = await scopeOf(context.db, id)
  const above = parent_id === null ? null : await scopeOf(context.db, parent_id)
  if (above && !lies(own, above)) {
    const field = own.data_scope === above.data_scope ? namedBy(own.data_scope) : null
    throw wrongField(field ?? 'data_scope', 'refusals:wider_than_parent')
  }
  await narrowBelow(id, own, context, changed)
}

/** Whether a scope lies in another one for anyone who may have it; one's department is known only of each person. */
function lies(own: Scope, above: Scope): boolean {
  if (above.data_scope === 'all') return true
  const name = namedBy(own.data_scope)
  if (name === null) return own.data_scope === above.data_scope
  const known = own.data_scope === above.data_scope ? above[name] : []
  return own[name].every((id) => known.includes(id))
}

async function narrowBelow(id: number, above: Scope, context: Context, changed: Changed): Promise<void> {
  const children = await context.db.selectFrom('role').select('id').where('parent_id', '=', id).orderBy('id').execute()
  for (const child of children) {
    const before = await scopeOf(context.db, child.id)
    if (lies(before, above)) continue
    const after = shared(before, above)
    await keep(context.db, child.id, after)
    await audit(context.db, context, { action: 'narrow', entity: 'role', entity_id: child.id, before, after })
    context.afterCommit(() => changed('role', child.id))
    await narrowBelow(child.id, after, context, changed)
  }
}

/** What both are for. Of two kinds that is nothing: a person says what it is to be. */
function shared(own: Scope, above: Scope): Scope {
  if (own.data_scope === 'all') return above
  const isSame = own.data_scope === above.data_scope
  const both = (name: 'site_ids' | 'merchant_ids') => (isSame ? above[name].filter((id) => own[name].includes(id)) : [])
  // Named sites of which there are none: a department is never nothing.
  const data_scope = above.data_scope === 'department' ? 'sites' : above.data_scope
  return { data_scope, site_ids: both('site_ids'), merchant_ids: both('merchant_ids') }
}

async function scopeOf(db: Db, id: number): Promise<Scope> {
  const { rows } = await sql<Scope>`
    select r.data_scope,
      array(select s.site_id from role_site s where s.role_id = r.id order by 1) as site_ids,
      array(select m.merchant_id from role_merchant m where m.role_id = r.id order by 1) as merchant_ids
    from role r where r.id = ${id}`.execute(db)
  const [scope] = rows
  if (!scope) throw new Error(`There is no role ${id}`)
  return scope
}

async function keep(db: Db, id: number, { data_scope, site_ids, merchant_ids }: Scope): Promise<void> {
  await sql`update role set data_scope = ${data_scope}, version = version + 1, updated_at = now() where id = ${id}`.execute(
    db,
  )
  await sql`delete from role_site where role_id = ${id}`.execute(db)
  await sql`delete from role_merchant where role_id = ${id}`.execute(db)
  await sql`insert into role_site (role_id, site_id) select ${id}, unnest(${[...site_ids]}::bigint[])`.execute(db)
  await sql`insert into role_merchant (role_id, merchant_id) select ${id}, unnest(${[...merchant_ids]}::bigint[])`.execute(
    db,
  )
}
