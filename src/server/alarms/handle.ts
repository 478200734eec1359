import type { Selectable } from 'kysely'
import type { handleAlarm } from '../../shared/endpoints/alarms.ts'
import { type Alarm, alarm as alarmEntity } from '../../shared/entities/alarm.ts'
import type { Data, Parsed } from '../../shared/kit/endpoint.ts'
import type { Context } from '../kit/context.ts'
import { rowsOf } from '../kit/crud/rows.ts'
import type { Database } from '../kit/database/tables.ts'
import { iso } from '../kit/instants.ts'
import { notFound, Refusal } from '../kit/refusal.ts'

type Decision = Parsed<typeof handleAlarm>
type Answer = Data<typeof handleAlarm>
type Said = Pick<Selectable<Database['alarm_handling']>, 'user_id' | 'status' | 'remark'>

const sameWords = (one: Said, other: Said) =>
  one.user_id === other.user_id && one.status === other.status && one.remark === other.remark

/**
 * Notes what a person decided of an alarm. Who was slower changes nothing of it, but what they said is kept: `refuseLate`
 * tells them once it is. A person's own words that come again are noted once.
 */
export async function decide(decision: Decision, context: Context): Promise<Answer> {
  const { db, person } = context
  const { id, status } = decision
  const before = await db.selectFrom('alarm').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  if (!before) throw notFound()
  const said = { user_id: person.id, status, remark: decision.remark || null }
  const handlings = await db.selectFrom('alarm_handling').selectAll().where('alarm_id', '=', id).execute()
  const again = handlings.find((handling) => sameWords(handling, said))
  const own = handlings.some(({ user_id, taken }) => taken && user_id === person.id)
  const taken = again?.taken ?? (before.status === 'open' || (own && before.status === status))
  const handled_at = decidedAt(decision, context.clientTime, before.raised_at)
  if (!again)
    await db
      .insertInto('alarm_handling')
      .values({
        ...said,
        alarm_id: id,
        user_name: person.name,
        phone_at: decision.handled_at ?? null,
        handled_at,
        taken,
      })
      .execute()
  if (before.status === 'open') await handle(context, before, { status, remark: said.remark, handled_at })
  return { alarm: (await rowsOf(db, alarmEntity, [id]))[0] as unknown as Alarm, taken }
}

type Handled = Pick<Said, 'status' | 'remark'> & { handled_at: string }

async function handle({ db, person }: Context, before: Selectable<Database['alarm']>, handled: Handled) {
  // No signal of the pile ends a matter of its security: the person who looked at it does, and the next one is an alarm of its own.
  const cleared_at = before.cleared_at ?? (before.kind === 'security' ? handled.handled_at : null)
  await db
    .updateTable('alarm')
    .set((eb) => ({
      ...handled,
      handled_by: person.name,
      cleared_at,
      version: eb('version', '+', 1),
      updated_at: new Date().toISOString(),
    }))
    .where('id', '=', before.id)
    .execute()
}

/** After what was said is durable: who was slower is told, with the alarm as it is. */
export async function refuseLate(answer: Answer): Promise<Answer> {
  if (answer.taken) return answer
  const { alarm } = answer
  throw new Refusal(409, 'refusals:alarm_handled', { figures: { by: alarm.handled_by ?? '' }, data: { alarm } })
}

/**
 * A phone that was offline says when its owner decided, by its own clock, and what that clock shows now: so its error is
 * known. Where the two still put the decision before the alarm or after now, nothing of it can be believed.
 */
function decidedAt({ handled_at }: Decision, clientTime: number | null, raised_at: string): string {
  const now = Date.now()
  const ahead = clientTime === null ? 0 : clientTime - now
  const decided = handled_at ? Date.parse(handled_at) - ahead : now
  return iso(decided < Date.parse(raised_at) || decided > now ? now : decided)
}
