import { type DemoPile, piles } from './network.ts'

/** The one batch of the demo: the fast piles of its first site came together. */
const ID = 1
const SITE_ID = 1
const inBatch = piles.filter(({ site_id, model }) => site_id === SITE_ID && model.power_w >= 100_000)

/** The task; none of its piles is left to make. */
export const demoBatch = {
  id: ID,
  site_id: SITE_ID,
  pile_type_id: inBatch[0]?.type_id ?? 0,
  quantity: inBatch.length,
  made: inBatch.length,
  state: 'done',
}

/** Which batch a pile was made in, and its place there. */
export function batchOf(pile: DemoPile): { batch_task_id: number | null; batch_place: number | null } {
  const at = inBatch.indexOf(pile)
  return at < 0 ? { batch_task_id: null, batch_place: null } : { batch_task_id: ID, batch_place: at + 1 }
}
