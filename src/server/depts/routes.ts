import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { type DeptNode, deptTree } from '../../shared/endpoints/people.ts'
import type { Context } from '../kit/context.ts'
import { reached } from '../kit/reach/within.ts'
import { serve } from '../kit/serve.ts'

/** What of the departments is no plain call. */
export function deptRoutes(app: FastifyInstance): void {
  serve(app, deptTree, (_, context) => treeFor(context))
}

/** Anyone who reaches only a part of the organisation sees that part: its uppermost departments stand under none. */
async function treeFor({ db, person }: Context): Promise<DeptNode[]> {
  const { rows } = await sql<Omit<DeptNode, 'children'>>`
    select t.id, coalesce(t.parent_id, 0) as "parentId", t.name as label, t.created_at as date, t.remark, t.status, t.sort,
      t.version,
      (select count(*) from users u where u.dept_id = t.id and u.archived_at is null and ${reached(person, 'user', 'u')}) as users,
      (select count(*) from site s where s.dept_id = t.id and ${reached(person, 'site', 's')}) as sites
    from dept t where ${reached(person, 'dept')} order by t.sort, t.name, t.id`.execute(db)
  const known = new Set(rows.map(({ id }) => id))
  const nodes = rows.map((row) => ({ ...row, parentId: known.has(row.parentId) ? row.parentId : 0 }))
  const below = (parentId: number): DeptNode[] =>
    nodes.filter((node) => node.parentId === parentId).map((node) => ({ ...node, children: below(node.id) }))
  return below(0)
}
