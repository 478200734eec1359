import type { PileCost } from '../../../shared/domain/pile-cost.ts'

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
