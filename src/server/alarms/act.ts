import { changeOf } from '../../shared/domain/alarm-case.ts'
import type { actOnAlarm } from '../../shared/endpoints/alarms.ts'
import type { Parsed } from '../../shared/kit/endpoint.ts'
import type { Context } from '../kit/context.ts'
import { iso } from '../kit/instants.ts'
import { wrongField } from '../kit/refusal.ts'
import { type Answer, answerOf, changeAlarm, type Entry, findMeant, type Meant, writeEntry } from './case.ts'
import { peopleFor } from './people.ts'
import type { AlarmPorts } from './ports.ts'

type Said = Parsed<typeof actOnAlarm>

/** What says whose an alarm is. */
const OF_WHOM: ReadonlySet<Entry['kind']> = new Set(['assign', 'release', 'on_my_way'])

/** The same thing, sent under another key by a second tab or after the first was lost. */
const isSame = (entry: Entry, said: Said, user_id: number) =>
  entry.user_id === user_id &&
  entry.kind === said.act &&
  entry.text === said.text &&
  said.said_at !== undefined &&
  entry.phone_at !== null &&
  Date.parse(entry.phone_at) === Date.parse(said.said_at)

/** Does something about an alarm, as far as it is still to be done; what was said is kept in any case. */
export const actOn =
  (ports: AlarmPorts) =>
  async (said: Said, context: Context): Promise<Answer> => {
    const { db, person } = context
    const meant = await findMeant({ id: said.id, at: said.said_at }, context)
    const again = meant.entries.find((entry) => isSame(entry, said, person.id))
    if (again) return answerOf(context, meant, again.taken)
    const assignee = said.act === 'assign' ? await assigneeOf(ports, said, context) : null
    const until = said.until ? restsUntil(said.until, said.said_at, meant.said_at) : null
    const taken = isTaken(meant, said, person.id)
    await writeEntry(context, meant, {
      ...{ kind: said.act, text: said.text, taken, phone_at: said.said_at ?? null },
      assignee_name: assignee?.name ?? null,
      until: said.act === 'snooze' ? until : null,
    })
    const me = { id: person.id, name: person.name }
    const change = taken ? changeOf(said.act, { whom: assignee ?? me, said_at: meant.said_at, until }) : null
    if (change) await changeAlarm(db, meant.alarm.id, change)
    if (change && assignee && assignee.id !== person.id)
      await ports.push?.handedOver(db, { alarm_id: meant.alarm.id, user_id: assignee.id, by: person.name })
    return answerOf(context, meant, taken)
  }

/** As long from when it was said as was meant: by now the phone's clock may show another day than it did then. */
function restsUntil(until: string, said: string | undefined, said_at: string): string {
  return iso(Date.parse(said_at) + Date.parse(until) - (said ? Date.parse(said) : Date.now()))
}

/**
 * A note always is. Nothing else is of an alarm that is closed; of whose it is, what was said last holds, and two do not go there
 * unless one of them takes it from the other first.
 */
function isTaken({ alarm, said_at, entries }: Meant, { act }: Said, user_id: number): boolean {
  if (act === 'note') return true
  if (alarm.status !== 'open') return false
  if (!OF_WHOM.has(act)) return true
  const later = entries.some(
    (entry) => entry.taken && OF_WHOM.has(entry.kind) && entry.user_id !== user_id && entry.said_at > said_at,
  )
  const isAnothers = alarm.on_my_way_at !== null && alarm.assignee_id !== user_id
  return !later && !(act === 'on_my_way' && isAnothers)
}

async function assigneeOf(ports: AlarmPorts, { id, assignee_id }: Said, context: Context) {
  const found = (await peopleFor(ports, { id }, context)).find((one) => one.id === assignee_id)
  if (!found) throw wrongField('assignee_id', 'unknown_reference')
  return found
}
