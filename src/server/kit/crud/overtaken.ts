import type { Entity } from '../../../shared/kit/entity.ts'
import type { Context } from '../context.ts'
import { Refusal } from '../refusal.ts'
import { type Kept, shownRows } from './rows.ts'

/** The refusal of a change to a record that another person changed after it was read: with the record as it is, who and when. */
export async function overtaken(entity: Entity, current: Kept, { db, person }: Context): Promise<Refusal> {
  const last = await db
    .selectFrom('audit_entry')
    .leftJoin('users', 'users.id', 'audit_entry.user_id')
    // A client app is no user.
    .select(({ fn }) => [fn.coalesce('users.name', 'audit_entry.user_name').as('by'), 'audit_entry.created_at as at'])
    .where('entity', '=', entity.name)
    .where('entity_id', '=', current.id)
    .orderBy('audit_entry.id', 'desc')
    .limit(1)
    .executeTakeFirst()
  const [shown] = await shownRows(db, entity, [current], person)
  const data = { current: shown, by: last?.by ?? null, at: last?.at ?? current.updated_at }
  return new Refusal(409, 'changed_by_someone_else', { data })
}
