import type { workOrderView } from '../../shared/endpoints/work-orders.ts'
import { workOrder } from '../../shared/entities/work-order.ts'
import type { Data, Parsed } from '../../shared/kit/endpoint.ts'
import type { Looking } from '../kit/context.ts'
import { rowsOf } from '../kit/crud/rows.ts'
import { photosOf } from '../kit/photos-of.ts'
import { notFound } from '../kit/refusal.ts'
import { roundOf } from './round.ts'

type View = Data<typeof workOrderView>

/** A work order, its photos, and what people said of it, in the order in which they said it. */
export async function viewWorkOrder({ id }: Parsed<typeof workOrderView>, looking: Looking): Promise<View> {
  const { db, person } = looking
  const [row] = await rowsOf(db, workOrder, [id])
  const kept = await db
    .selectFrom('work_order')
    .select(['order_key', 'check_list'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row || !kept) throw notFound()
  const said = await db
    .selectFrom('work_order_entry')
    .selectAll()
    .where('work_order_id', '=', id)
    .orderBy('said_at')
    .orderBy('id')
    .execute()
  const entries = said.map(({ user_id, user_name: by, set, note, said_at, received_at, late, ...entry }) => ({
    ...{ id: entry.id, by, own: user_id === person.id, set, note, said_at, received_at, late },
  }))
  const photos = await photosOf(looking, 'work_order', [{ id }])
  const { order_key, check_list } = kept
  const round = check_list && (await roundOf(looking, id, check_list))
  return { work_order: row as unknown as View['work_order'], order_key, entries, photos, round }
}
