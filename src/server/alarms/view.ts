import type { alarmView } from '../../shared/endpoints/alarms.ts'
import { type Alarm, alarm as alarmEntity } from '../../shared/entities/alarm.ts'
import type { Data, Parsed } from '../../shared/kit/endpoint.ts'
import type { Looking } from '../kit/context.ts'
import { rowsOf } from '../kit/crud/rows.ts'
import { notFound } from '../kit/refusal.ts'

type View = Data<typeof alarmView>

/** One alarm with all that people said of it. */
export async function viewAlarm({ id }: Parsed<typeof alarmView>, { db }: Looking): Promise<View> {
  const [row] = await rowsOf(db, alarmEntity, [id])
  if (!row) throw notFound()
  const alarm = row as unknown as Alarm
  const said = await db
    .selectFrom('alarm_handling')
    .select(['user_name as by', 'status', 'remark', 'handled_at', 'phone_at', 'received_at', 'taken'])
    .where('alarm_id', '=', id)
    .orderBy('id')
    .execute()
  return { alarm, handlings: said.some(({ taken }) => taken) ? said : [...ownOf(alarm), ...said] }
}

/** What an alarm says itself, of one that was handled before handlings were written down. */
function ownOf({ status, handled_by, handled_at, remark }: Alarm): View['handlings'] {
  if (status === 'open' || !handled_at) return []
  return [{ by: handled_by ?? '', status, remark, handled_at, phone_at: null, received_at: null, taken: true }]
}
