import { sql } from 'kysely'
import type { userRights } from '../../shared/endpoints/people.ts'
import type { Data } from '../../shared/kit/endpoint.ts'
import type { Titled } from '../../shared/kit/entity.ts'
import type { Context } from '../kit/context.ts'
import { notFound } from '../kit/refusal.ts'
import type { SignIns } from './ports.ts'

type Rights = Data<typeof userRights>

interface Given {
  id: number
  title: string
  status: string
  permissions: string[]
}

/** What someone may do, and where each of it comes from. */
export async function rightsOf(
  user_id: number,
  { db }: Context,
  signIns: Pick<SignIns, 'secondStepOf'>,
): Promise<Rights> {
  const known = await db.selectFrom('users').select('id').where('id', '=', user_id).executeTakeFirst()
  if (!known) throw notFound()
  const { rows } = await sql<Given>`
    select r.id, r.name as title, r.status, g.permissions
    from user_role ur join role r on r.id = ur.role_id join role_grant g on g.role_id = r.id
    where ur.user_id = ${user_id} order by r.sort, r.id`.execute(db)
  const alone = await db.selectFrom('user_adjustment').selectAll().where('user_id', '=', user_id).executeTakeFirst()
  const { added = [], removed = [] } = alone ?? {}
  const permissions = allOf(
    rows.filter(({ status }) => status === 'normal'),
    added,
  )
  return {
    permissions: permissions.filter(({ code, added }) => added || !removed.includes(code)),
    removed,
    disabled_roles: rows.filter(({ status }) => status !== 'normal').map(titled),
    second_step: await signIns.secondStepOf(db, user_id),
  }
}

const titled = ({ id, title }: Given): Titled => ({ id, title })

function allOf(roles: readonly Given[], added: readonly string[]): Rights['permissions'] {
  const codes = new Set([...roles.flatMap(({ permissions }) => permissions), ...added])
  return [...codes].sort().map((code) => ({
    code,
    roles: roles.filter(({ permissions }) => permissions.includes(code)).map(titled),
    added: added.includes(code),
  }))
}
