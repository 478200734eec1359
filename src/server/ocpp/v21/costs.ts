import type { PileCost } from '../../../shared/domain/pile-cost.ts'
import { type CostTakes, type CostWay, isOtherMoney } from '../../../shared/domain/running-cost.ts'

interface Price {
  inclTax?: number
  exclTax?: number
}

/** What a pile reckoned by itself (2.30). */
export interface CostDetails {
  failureToCalculate?: boolean
  failureReason?: string
  chargingPeriods?: { tariffId?: string }[]
  totalCost: { currency: string; energy?: Price; idleTime?: Price; total: Price }
}

/**
 * A pile that reckons by the tariff it was given is told nothing (E16.FR.16, I12.FR.01). Switched off, the central system reckons (2.12.5), and one
 * that names its money has a place for what it is told (2.12.7).
 */
export function costWay21(takes: CostTakes): CostWay {
  if (takes.holds_tariff && takes.enabled && takes.tariffs !== false) return 'own'
  const shows = takes.currency !== null || takes.available !== null || takes.enabled !== null
  return shows && !isOtherMoney(takes) ? 'told' : 'none'
}

/** Our prices have no tax of their own: to a pile that says one amount it is the same. */
const amountOf = (price: Price | undefined): number | null => price?.inclTax ?? price?.exclTax ?? null

export function costOf({ failureToCalculate, failureReason, chargingPeriods, totalCost }: CostDetails): PileCost {
  return {
    currency: totalCost.currency,
    total: amountOf(totalCost.total) ?? 0,
    energy: amountOf(totalCost.energy),
    idle: amountOf(totalCost.idleTime),
    tariff_id: chargingPeriods?.findLast(({ tariffId }) => tariffId)?.tariffId ?? null,
    failed: failureToCalculate === true,
    reason: failureReason ?? null,
  }
}
