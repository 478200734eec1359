import type { sayOfBerth } from '../../shared/endpoints/berths.ts'
import { type Berth, berth as berthEntity } from '../../shared/entities/berth.ts'
import type { Data, Parsed } from '../../shared/kit/endpoint.ts'
import type { Context } from '../kit/context.ts'
import { rowsOf } from '../kit/crud/rows.ts'
import { notFound, Refusal } from '../kit/refusal.ts'
import { saidAt } from '../kit/said-at.ts'

type Answer = Data<typeof sayOfBerth>

/** Sets a berth's state and remark, unless it was changed after that was said. */
export async function say(
  { id, status, remark, said_at }: Parsed<typeof sayOfBerth>,
  context: Context,
): Promise<Answer> {
  const { db, person } = context
  const berth = await db.selectFrom('berth').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  if (!berth) throw notFound()
  const said = saidAt(said_at, context, Date.parse(berth.created_at))
  const taken = said >= new Date(berth.updated_at).toISOString()
  if (taken) {
    await db
      .updateTable('berth')
      .set((eb) => ({ status, remark, version: eb('version', '+', 1), updated_at: new Date().toISOString() }))
      .where('id', '=', id)
      .execute()
  }
  return { berth: (await rowsOf(db, berthEntity, [id], person))[0] as unknown as Berth, taken }
}

/** The berth as it is comes with the refusal. */
export async function refuseOvertaken(answer: Answer): Promise<Answer> {
  if (answer.taken) return answer
  throw new Refusal(409, 'refusals:berth_changed', { data: { berth: answer.berth } })
}
