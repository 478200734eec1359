import { type AlarmAnswer, type AlarmEntryKind, ANSWERS, changeOf } from '../../shared/domain/alarm-case.ts'
import { actOnAlarm, handleAlarm } from '../../shared/endpoints/alarms.ts'
import type { Alarm } from '../../shared/entities/alarm.ts'
import type { Body } from '../../shared/kit/endpoint.ts'
import { useAtomValue } from '../kit/session/store.ts'
import { asAnswered, isHeard } from '../offline/heard.ts'
import type { Decision } from '../offline/outbox.ts'
import { decideAbout, decisionsAtom } from '../offline/sending.ts'
import { useUnshown } from '../offline/use-unshown.ts'

export type Handling = AlarmAnswer
type Answered = Body<typeof handleAlarm>
type Acted = Body<typeof actOnAlarm>
export type AlarmDecision = Decision<Answered | Acted>
/** What is done about an alarm besides answering it. */
export type Doing = Omit<Acted, 'id' | 'said_at'>

export const subjectOf = (id: number) => `alarm:${id}`

/** Decides about an alarm now; the server hears of it when there is a network. */
export function handle(id: number, label: string, status: Handling, remark: string) {
  const handled_at = new Date().toISOString()
  const body: Answered = { id, status, handled_at, ...(remark.trim() && { remark }) }
  return decideAbout({ subject: subjectOf(id), label, decided_at: handled_at }, handleAlarm, body)
}

/** Takes it, hands it over, goes there, puts it off or writes a note: the same way. */
export function act(id: number, label: string, doing: Doing) {
  const said_at = new Date().toISOString()
  return decideAbout({ subject: subjectOf(id), label, decided_at: said_at }, actOnAlarm, { id, said_at, ...doing })
}

export const isAboutAlarm = (decision: Decision): decision is AlarmDecision =>
  decision.subject.startsWith('alarm:') && decision.photo === undefined

/** What this person decided about alarms and the server has not taken. */
export const useAlarmDecisions = (): AlarmDecision[] => useAtomValue(decisionsAtom).filter(isAboutAlarm)

/** What people wrote about these alarms that the server took and the page does not have yet, the newest first. */
export const useHeardWords = (ids: readonly number[]): AlarmDecision[] =>
  useUnshown()
    .filter(isAboutAlarm)
    .filter((decision) => isHeard(decision) && ids.includes(decision.body.id) && textOf(decision))
    .reverse()

export const kindOf = ({ body }: AlarmDecision): AlarmEntryKind => ('status' in body ? body.status : body.act)
/** Which words name it: who hands an alarm over to themselves takes it. */
export const wordOf = (decision: AlarmDecision) =>
  'act' in decision.body && decision.body.act === 'assign' && decision.body.assignee_id === decision.user_id
    ? 'take'
    : kindOf(decision)
export const textOf = ({ body }: AlarmDecision): string | null => ('status' in body ? body.remark : body.text) ?? null

/** The same in other words. */
export const worded = ({ body }: AlarmDecision, text: string): Answered | Acted =>
  'status' in body ? { ...body, remark: text.trim() || null } : { ...body, text: text.trim() || null }

/**
 * The alarm as it is once what waits is sent, and as the server answered with it: what was said is not asked again. Of another's name the
 * device knows nothing.
 */
export function asSaid<A extends Alarm>(
  shown: A,
  decisions: readonly AlarmDecision[],
  me: { id: number; name: string },
): A {
  const alarm = decisions.reduce((now, decision) => asAnswered<Alarm>(now, alarmOf(decision)) as A, shown)
  const changes = decisions.flatMap(({ state, body, answer, decided_at }) => {
    const another = 'act' in body && body.act === 'assign' && body.assignee_id !== me.id
    if (state !== 'waiting' || answer || 'status' in body || another) return []
    return [changeOf(body.act, { whom: me, said_at: decided_at, until: body.until ?? null })]
  })
  // One of which nothing was said stays what it was: its card is not drawn again.
  return changes.length ? Object.assign({}, alarm, ...changes) : alarm
}

/** It closes the alarm: nothing else does. */
export const isAnswer = (decision: AlarmDecision) => (ANSWERS as readonly string[]).includes(kindOf(decision))

/** The alarm as it is, which a conflict brings along. */
export const alarmOf = ({ answer }: AlarmDecision) => (answer as { alarm?: Alarm } | null)?.alarm ?? null
