import { timesOf } from '../../shared/domain/work-order.ts'
import { saveWorkOrder } from '../../shared/endpoints/work-orders.ts'
import type { WorkOrder } from '../../shared/entities/work-order.ts'
import type { Body } from '../../shared/kit/endpoint.ts'
import { useAtomValue } from '../kit/session/store.ts'
import { asAnswered } from '../offline/heard.ts'
import type { Decision } from '../offline/outbox.ts'
import { decideAbout, decisionsAtom, sayOtherwise as sayInOtherWords, sendAgain } from '../offline/sending.ts'
import { useUnshown } from '../offline/use-unshown.ts'

type Said = Body<typeof saveWorkOrder>
export type WorkOrderDecision = Decision<Said>
/** What a person says of a work order, besides which one it is. */
export type Saying = Pick<Said, 'set' | 'note'>
/** Which work order it is: one that is new has no `id` yet. */
export type Which = Pick<Said, 'id' | 'order_key' | 'pile_id' | 'alarm_id'>

export const subjectOf = (order_key: string) => `work_order:${order_key}`

/** Of photos that are of one which the phone knows by its number alone. */
export const photosOf = (id: number) => `work_order:${id}`

const isAbout = (decision: Decision): decision is WorkOrderDecision =>
  decision.subject.startsWith('work_order:') && decision.photo === undefined

/** What this person said of work orders and the server has not taken. */
export const useWorkOrderDecisions = (): WorkOrderDecision[] => useAtomValue(decisionsAtom).filter(isAbout)

/** The same, and what the server took that the work orders in sight do not tell yet: how one is to show (`asSaid`). */
export const useSaidOfWorkOrders = (): WorkOrderDecision[] => useUnshown().filter(isAbout)

/** Says something of a work order now; the server hears of it when there is a network. */
export function say(which: Which, label: string, saying: Saying) {
  const said_at = new Date().toISOString()
  const about = { subject: subjectOf(which.order_key), label, decided_at: said_at }
  return decideAbout(about, saveWorkOrder, { ...which, ...saying, said_at })
}

/** What waits in other words: those that it does not say stay as they wait. */
export const sayOtherwise = (decision: WorkOrderDecision, { set, note }: Saying) =>
  sayInOtherWords(decision, {
    ...decision.body,
    set: { ...decision.body.set, ...set },
    ...(note !== undefined && { note }),
  })

/** One's own words once more, over the newer ones of another person. */
export const insist = (decision: WorkOrderDecision) =>
  sendAgain(decision, { ...decision.body, said_at: new Date().toISOString() })

/** It makes the work order: nothing that the server knows comes before it. What is said of it until then says no kind. */
export const isNew = ({ body }: WorkOrderDecision) => body.id === undefined && body.set.kind !== undefined

/**
 * Says more of one that the server does not know yet, as words of their own: those that make it may be on their way. They say its work too,
 * so that they make it where they arrive first.
 */
export const sayMore = ({ label, body: { order_key, pile_id, alarm_id, set } }: WorkOrderDecision, more: Said['set']) =>
  say({ order_key, pile_id, ...(alarm_id && { alarm_id }) }, label, { set: { work: set.work, ...more } })

/** The work order as it is once what waits is sent, and as the server answered with it. */
export function asSaid(order: WorkOrder, decisions: readonly WorkOrderDecision[]): WorkOrder {
  let now = order
  for (const decision of decisions) now = asAnswered(now, newerOf(decision)?.work_order)
  for (const { state, answer, body, decided_at } of decisions) {
    if (state !== 'waiting' || answer) continue
    const { set } = body
    now = { ...now, ...(set as Partial<WorkOrder>), ...(set.state && timesOf(set.state, decided_at, now)) }
  }
  return now
}

/** The work order as the server has it: newer words of another person bring it along too, and of which fields they hold. */
export const newerOf = ({ answer }: WorkOrderDecision) =>
  answer as { work_order: WorkOrder; late: (keyof WorkOrder)[] } | null
