import { useAtomValue } from 'jotai'
import { type AlarmAnswer, type AlarmEntryKind, ANSWERS } from '../../shared/domain/alarm-case.ts'
import { actOnAlarm, handleAlarm } from '../../shared/endpoints/alarms.ts'
import type { Alarm } from '../../shared/entities/alarm.ts'
import type { Body } from '../../shared/kit/endpoint.ts'
import type { Decision } from '../offline/outbox.ts'
import { decideAbout, decisionsAtom } from '../offline/sending.ts'

export type Handling = AlarmAnswer
type Answered = Body<typeof handleAlarm>
type Acted = Body<typeof actOnAlarm>
export type AlarmDecision = Decision<Answered | Acted>
/** What is done about an alarm besides answering it. */
export type Doing = Omit<Acted, 'id' | 'said_at'>

const subjectOf = (id: number) => `alarm:${id}`

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

const isAboutAlarm = (decision: Decision): decision is AlarmDecision => decision.subject.startsWith('alarm:')

/** What this person decided about alarms and the server has not taken. */
export const useAlarmDecisions = (): AlarmDecision[] => useAtomValue(decisionsAtom).filter(isAboutAlarm)

export const kindOf = ({ body }: AlarmDecision): AlarmEntryKind => ('status' in body ? body.status : body.act)
export const textOf = ({ body }: AlarmDecision): string | null => ('status' in body ? body.remark : body.text) ?? null

/** It closes the alarm: nothing else does. */
export const isAnswer = (decision: AlarmDecision) => (ANSWERS as readonly string[]).includes(kindOf(decision))

/** The alarm as it is, which a conflict brings along. */
export const alarmOf = ({ answer }: AlarmDecision) => (answer as { alarm?: Alarm } | null)?.alarm ?? null
