import { reporter } from '../every-version/message.ts'
import type { KeptLimits } from '../ports.ts'
import { withMoney } from '../v201/running-cost.ts'
import { type TransactionEvent, takeEvent } from '../v201/transaction-event.ts'
import { type CostDetails, costOf } from './costs.ts'
import { referenceOf } from './payments.ts'

interface TransactionEvent21 extends TransactionEvent {
  costDetails?: CostDetails
  transactionInfo: TransactionEvent['transactionInfo'] & { transactionLimit?: { maxCost?: number; maxEnergy?: number } }
}

/** One that never told which is told both, and leaves alone what it does not keep to (E16.FR.12). */
function limitsOf(told: string | null): KeptLimits {
  const names = told?.split(',').map((name) => name.trim().toLowerCase())
  const keeps = (name: string) => names?.includes(name) ?? true
  return { cost: keeps('maxcost'), energy: keeps('maxenergy') }
}

/**
 * As in 2.0.1; and a pile is told what a session may cost, as often as that changes, so that it stops by itself at the end of the balance
 * (F07.FR.02, E16.FR.02). That it took the limit it says in its next event (E16.FR.03).
 */
export const transactionEvent = reporter<TransactionEvent21>('TransactionEvent', (call, caller) => {
  // A driver's own limit of time or charge says nothing of ours (E16.FR.01).
  const { maxCost, maxEnergy } = call.transactionInfo.transactionLimit ?? {}
  if ((maxCost ?? maxEnergy) !== undefined) caller.events.limitTaken(call.transactionInfo.transactionId.trim())
  // While it runs we reckon as well, and of what it costs in the end the last event tells (I12.FR.42).
  const isCounted = call.costDetails && call.eventType === 'Ended'
  const terminal = referenceOf(call.idToken)
  // It names nobody, as without a need to authorize.
  const told = terminal === null ? call : { ...call, idToken: { idToken: '', type: 'NoAuthorization' } }
  const taken = takeEvent(told, caller, {
    ...(isCounted && { cost: costOf(call.costDetails as CostDetails) }),
    ...(terminal !== null && { terminal }),
  })
  return withMoney(taken, call, { events: caller.events, limitsOf })
})
