import type { handleAlarm } from '../../shared/endpoints/alarms.ts'
import { type Alarm, alarm as alarmEntity } from '../../shared/entities/alarm.ts'
import type { Parsed } from '../../shared/kit/endpoint.ts'
import type { Context } from '../kit/context.ts'
import { rowsOf } from '../kit/crud/rows.ts'
import { notFound, Refusal } from '../kit/refusal.ts'

type Decision = Parsed<typeof handleAlarm>

/** Notes what a person decided of an alarm. Refused with the alarm as it is when somebody else was faster. */
export async function decide(decision: Decision, { db, person }: Context): Promise<{ alarm: Alarm }> {
  const { id, status, remark } = decision
  const before = await db.selectFrom('alarm').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  if (!before) throw notFound()
  const asKept = async () => (await rowsOf(db, alarmEntity, [id]))[0] as unknown as Alarm
  if (before.status === status && before.handled_by === person.name) return { alarm: await asKept() }
  if (before.status !== 'open')
    throw new Refusal(409, 'refusals:alarm_handled', {
      figures: { by: before.handled_by ?? '' },
      data: { alarm: await asKept() },
    })
  const handled_at = decidedAt(decision, before.raised_at)
  // No signal of the pile ends a matter of its security: the person who looked at it does, and the next one is an alarm of its own.
  const cleared_at = before.cleared_at ?? (before.kind === 'security' ? handled_at : null)
  await db
    .updateTable('alarm')
    .set((eb) => ({
      status,
      remark: remark || null,
      handled_by: person.name,
      handled_at,
      cleared_at,
      version: eb('version', '+', 1),
      updated_at: new Date().toISOString(),
    }))
    .where('id', '=', id)
    .execute()
  return { alarm: await asKept() }
}

/** A phone that was offline says when its owner decided; its clock may be wrong, but nobody decides before or after. */
function decidedAt({ handled_at }: Decision, raised_at: string): string {
  const decided = handled_at ? Date.parse(handled_at) : Date.now()
  return new Date(Math.min(Math.max(decided, Date.parse(raised_at)), Date.now())).toISOString()
}
