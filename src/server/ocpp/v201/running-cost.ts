import { type CostTakes, type CostWay, isOtherMoney } from '../../../shared/domain/running-cost.ts'
import type { MoneyAsked } from '../ports.ts'
import type { Caller, Outcome } from '../protocol.ts'

interface Told {
  eventType: string
  offline?: boolean
  transactionInfo: { transactionId: string }
}

type Asked = Pick<Caller, 'events'> & Pick<MoneyAsked, 'limitsOf'>

const NONE: readonly never[] = []

/** It shows what it is told where it says that it can (2.10); one without a switch has it on. */
export const costWay201 = (takes: CostTakes): CostWay =>
  takes.available && takes.enabled !== false && !isOtherMoney(takes) ? 'told' : 'none'

/**
 * A pile is told in the answer to each report what the session costs with it, and what it may cost where it can keep to that (I02.FR.01).
 * What was while the pile was away it is told nothing of; what is over has its own total.
 */
export function withMoney(taken: Outcome | Promise<Outcome>, call: Told, asked: Asked): Outcome | Promise<Outcome> {
  return taken instanceof Promise
    ? taken.then((outcome) => answered(outcome, call, asked))
    : answered(taken, call, asked)
}

function answered(outcome: Outcome, call: Told, { events, limitsOf }: Asked): Outcome {
  if (call.offline === true || call.eventType === 'Ended') return outcome
  const readings = outcome.readings ?? NONE
  const money = events.money(call.transactionInfo.transactionId.trim(), { readings, limitsOf })
  if (!money) return outcome
  const { cents, limit } = money
  const transactionLimit = limit && {
    ...(limit.cents !== null && { maxCost: limit.cents / 100 }),
    ...(limit.energy_wh !== null && { maxEnergy: limit.energy_wh }),
  }
  return {
    ...outcome,
    answer: {
      ...outcome.answer,
      ...(cents !== null && { totalCost: cents / 100 }),
      ...(transactionLimit && { transactionLimit }),
    },
  }
}
