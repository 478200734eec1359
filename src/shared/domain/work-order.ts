/** Who may make, do and change work orders. */
export const DOES_WORK = 'work_order.work'

export const WORK_ORDER_STATES = ['planned', 'under_way', 'done', 'cancelled'] as const
export type WorkOrderState = (typeof WORK_ORDER_STATES)[number]

/** What people write of a work order. Where two wrote at the same time, the newest word of each field holds. */
export const WRITTEN_FIELDS = [
  'work',
  'kind',
  'state',
  'assignee_id',
  'due_on',
  'found',
  'did',
  'parts',
  'minutes',
] as const
export type WorkOrderField = (typeof WRITTEN_FIELDS)[number]

export const isEnded = (state: WorkOrderState) => state === 'done' || state === 'cancelled'

interface Times {
  started_at: string | null
  ended_at: string | null
}

/** When it began and ended, once its state was set at a moment: on the server, and on a phone whose words wait. One that is taken up again has not ended. */
export function timesOf(state: WorkOrderState, at: string, before: Times): Times {
  if (state === 'planned') return { started_at: null, ended_at: null }
  const started_at = before.started_at ?? (state === 'cancelled' ? null : at)
  return { started_at, ended_at: isEnded(state) ? (before.ended_at ?? at) : null }
}
