import type { handleAlarm } from '../../shared/endpoints/alarms.ts'
import type { Parsed } from '../../shared/kit/endpoint.ts'
import type { Context } from '../kit/context.ts'
import { type Answer, answerOf, changeAlarm, type Entry, findMeant, type Kept, writeEntry } from './case.ts'

type Decision = Parsed<typeof handleAlarm>
type Words = Pick<Entry, 'user_id' | 'kind' | 'text'>

const sameWords = (one: Words, other: Words) =>
  one.user_id === other.user_id && one.kind === other.kind && one.text === other.text

/** Not answered by a person: one that is over by itself can still be. */
const isUnanswered = ({ status }: Kept) => status === 'open' || status === 'recovered'

/**
 * Notes what a person decided of an alarm. Who was slower changes nothing of it, but what they said is kept: `refuseLate`
 * tells them once it is. A person's own words that come again are noted once.
 */
export async function decide(decision: Decision, context: Context): Promise<Answer> {
  const { db, person } = context
  const meant = await findMeant({ id: decision.id, at: decision.handled_at }, context)
  const { alarm, said_at, entries } = meant
  const said = { user_id: person.id, kind: decision.status, text: decision.remark || null }
  const again = entries.find((entry) => sameWords(entry, said))
  const own = entries.some(({ taken, user_id, kind }) => taken && user_id === person.id && kind === alarm.status)
  const taken = again?.taken ?? (isUnanswered(alarm) || (own && alarm.status === decision.status))
  if (!again)
    await writeEntry(context, meant, { kind: said.kind, text: said.text, phone_at: decision.handled_at ?? null, taken })
  if (isUnanswered(alarm))
    await changeAlarm(db, alarm.id, {
      status: decision.status,
      remark: said.text,
      handled_at: said_at,
      handled_by: person.name,
      // No signal of the pile ends a matter of its security: the person who looked at it does, and the next one is an alarm of its own.
      cleared_at: alarm.cleared_at ?? (alarm.kind === 'security' ? said_at : null),
    })
  return answerOf(context, meant, taken)
}
