import { sql } from 'kysely'
import { permissionTo } from '../../shared/commands/declare.ts'
import { offered } from '../../shared/commands/index.ts'
import type { Context } from '../kit/context.ts'
import { narrowedTo } from '../kit/context.ts'
import { may } from '../kit/person.ts'
import { reached } from '../kit/reach/within.ts'
import type { Plan } from './rules.ts'

/** Which commands it gives the piles. */
const COMMANDS = {
  in_service: [],
  after_sessions: [offered.availability],
  at_once: [offered.availability, offered.stop],
} as const

/** Why this person may not plan what becomes of the piles: who could not command each of them does not by a plan either. */
export async function serviceFlaw(plan: Plan, context: Context): Promise<string | null> {
  for (const command of COMMANDS[plan.service ?? 'in_service']) {
    const permission = permissionTo(command)
    if (!may(context.person, permission)) return 'maintenance:errors.may_not_command'
    const { person, db } = narrowedTo(context, permission)
    const piles = plan.pile_ids ?? []
    const covered = piles.length > 0 ? sql`p.id = any(${[...piles]}::bigint[])` : sql`p.site_id = ${plan.site_id}`
    const { rows } = await sql`
      select from pile p where ${covered} and p.archived_at is null and (${reached(person, 'pile', 'p')}) is not true limit 1`.execute(
      db,
    )
    if (rows.length > 0) return 'maintenance:errors.may_not_command'
  }
  return null
}
