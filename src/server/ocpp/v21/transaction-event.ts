import { reporter } from '../every-version/message.ts'
import type { Caller, Outcome } from '../protocol.ts'
import { type TransactionEvent, takeEvent } from '../v201/transaction-event.ts'
import { type CostDetails, costOf } from './costs.ts'

interface TransactionEvent21 extends TransactionEvent {
  costDetails?: CostDetails
  transactionInfo: TransactionEvent['transactionInfo'] & { transactionLimit?: { maxCost?: number; maxEnergy?: number } }
}

/**
 * As in 2.0.1; and a pile is told what a session may cost, as often as that changes, so that it stops by itself at the end of the balance
 * (F07.FR.02, E16.FR.02). That it took the limit it says in its next event (E16.FR.03). What it costs so far it is told each time, for it
 * may not count that by itself (E16.FR.11); of readings that are stored with others', by the reading before.
 */
export const transactionEvent = reporter<TransactionEvent21>('TransactionEvent', (call, caller) => {
  if (call.transactionInfo.transactionLimit) caller.events.limitTaken(call.transactionInfo.transactionId.trim())
  // While it runs we reckon as well, and of what it costs in the end the last event tells (I12.FR.42).
  const isCounted = call.costDetails && call.eventType === 'Ended'
  const taken = takeEvent(call, caller, isCounted ? { cost: costOf(call.costDetails as CostDetails) } : {})
  return taken instanceof Promise
    ? taken.then((outcome) => withMoney(outcome, call, caller))
    : withMoney(taken, call, caller)
})

/** What was while the pile was away it is told nothing of; what is over has its own total. */
function withMoney(outcome: Outcome, call: TransactionEvent21, { events }: Caller): Outcome {
  if (call.offline === true || call.eventType === 'Ended') return outcome
  const money = events.money(call.transactionInfo.transactionId.trim())
  if (!money) return outcome
  const { cents, limit } = money
  const transactionLimit = limit && {
    maxCost: limit.cents / 100,
    ...(limit.energy_wh !== null && { maxEnergy: limit.energy_wh }),
  }
  return {
    ...outcome,
    answer: { ...outcome.answer, totalCost: cents / 100, ...(transactionLimit && { transactionLimit }) },
  }
}
