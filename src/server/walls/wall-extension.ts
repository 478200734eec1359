import { sql } from 'kysely'
import type { wallDisplay } from '../../shared/entities/wall-display.ts'
import type { Draft } from '../../shared/kit/entity.ts'
import type { Context } from '../kit/context.ts'
import type { Extension } from '../kit/crud/extension.ts'
import { refuseMoreThanOwn } from '../kit/more-than-own.ts'
import type { Person } from '../kit/person.ts'
import { wrongField } from '../kit/refusal.ts'
import { endWall } from './wall-keys.ts'
import { wallGrantsOf } from './wall-rights.ts'

/** Nobody hangs up, changes or takes down a screen that sees more than they. `forget` is called once a change is durable. */
export const wallExtension = (forget: () => void): Extension<typeof wallDisplay> => ({
  async check(display, { db, person }, before) {
    if (before) await refuseSeeingMore(db, person, [before])
    await refuseUnfit(display, db)
    await refuseSeeingMore(db, person, [display])
  },
  async updated({ id, status, role_id }, before, { db, afterCommit }) {
    if (status === 'disabled' && before.status !== status) await endWall(db, id, 'disabled')
    if (role_id === null) await endWall(db, id, 'role')
    afterCommit(forget)
  },
  async removable(rows, { db, person }) {
    await refuseSeeingMore(db, person, rows)
  },
  removed: (_, { afterCommit }) => afterCommit(forget),
})

/** Refuses who has not all that a screen with this role would see. */
export async function refuseSeeingMore(
  db: Context['db'],
  person: Person,
  displays: readonly { role_id?: number | null | undefined }[],
): Promise<void> {
  const roles = displays.flatMap(({ role_id }) => role_id ?? [])
  refuseMoreThanOwn(person, [...(await wallGrantsOf(db, roles, { asIfInForce: true })).values()])
}

async function refuseUnfit(display: Draft<typeof wallDisplay>, db: Context['db']): Promise<void> {
  const { role_id, dashboard, layout_ids, widgets } = display
  if (!role_id) throw wrongField('role_id', 'required')
  const role = await db.selectFrom('role').select('data_scope').where('id', '=', role_id).executeTakeFirst()
  // Whose department it would be nobody can say: it would show nothing.
  if (role?.data_scope === 'department') throw wrongField('role_id', 'refusals:wall_of_department')
  if (!dashboard && !layout_ids?.length && !widgets?.length)
    throw wrongField('dashboard', 'refusals:wall_without_pages')
  const bare = layout_ids?.length
    ? await db
        .selectFrom('role')
        .select('name')
        .where('id', 'in', layout_ids)
        .where(sql<boolean>`not exists (select from dashboard_layout l where l.role_id = role.id)`)
        .execute()
    : []
  const names = bare.map(({ name }) => name).join(', ')
  if (names) throw wrongField('layout_ids', 'refusals:wall_role_without_layout', { names })
}
