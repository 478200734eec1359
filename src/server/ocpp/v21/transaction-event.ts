import { reporter } from '../every-version/message.ts'
import { withMoney } from '../v201/running-cost.ts'
import { type TransactionEvent, takeEvent } from '../v201/transaction-event.ts'
import { type CostDetails, costOf } from './costs.ts'

interface TransactionEvent21 extends TransactionEvent {
  costDetails?: CostDetails
  transactionInfo: TransactionEvent['transactionInfo'] & { transactionLimit?: { maxCost?: number; maxEnergy?: number } }
}

/**
 * As in 2.0.1; and a pile is told what a session may cost, as often as that changes, so that it stops by itself at the end of the balance
 * (F07.FR.02, E16.FR.02). That it took the limit it says in its next event (E16.FR.03).
 */
export const transactionEvent = reporter<TransactionEvent21>('TransactionEvent', (call, caller) => {
  if (call.transactionInfo.transactionLimit) caller.events.limitTaken(call.transactionInfo.transactionId.trim())
  // While it runs we reckon as well, and of what it costs in the end the last event tells (I12.FR.42).
  const isCounted = call.costDetails && call.eventType === 'Ended'
  const taken = takeEvent(call, caller, isCounted ? { cost: costOf(call.costDetails as CostDetails) } : {})
  return withMoney(taken, call, { events: caller.events, keepsLimits: true })
})
