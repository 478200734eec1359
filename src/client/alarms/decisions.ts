import { useAtomValue } from 'jotai'
import { handleAlarm } from '../../shared/endpoints/alarms.ts'
import type { Alarm } from '../../shared/entities/alarm.ts'
import type { Body } from '../../shared/kit/endpoint.ts'
import type { Decision } from '../offline/outbox.ts'
import { decideAbout, decisionsAtom } from '../offline/sending.ts'

export type Handling = Body<typeof handleAlarm>['status']
export type AlarmDecision = Decision<Body<typeof handleAlarm>>

const subjectOf = (id: number) => `alarm:${id}`

/** Decides about an alarm now; the server hears of it when there is a network. */
export function handle(id: number, label: string, status: Handling, remark: string) {
  const handled_at = new Date().toISOString()
  const body: Body<typeof handleAlarm> = { id, status, handled_at, ...(remark.trim() && { remark }) }
  return decideAbout({ subject: subjectOf(id), label, decided_at: handled_at }, handleAlarm, body)
}

const isAboutAlarm = (decision: Decision): decision is AlarmDecision => decision.subject.startsWith('alarm:')

/** What this person decided about alarms and the server has not taken. */
export const useAlarmDecisions = (): AlarmDecision[] => useAtomValue(decisionsAtom).filter(isAboutAlarm)

/** The alarm as it is, which a conflict brings along. */
export const alarmOf = ({ answer }: AlarmDecision) => (answer as { alarm?: Alarm } | null)?.alarm ?? null
