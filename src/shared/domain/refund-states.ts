import type { Refund } from '../entities/refund.ts'

export type RefundStatus = Refund['status']

const next: Record<RefundStatus, readonly RefundStatus[]> = {
  unreviewed: ['reviewed', 'rejected', 'withdrawn'],
  reviewed: ['refunding', 'refunded', 'withdrawn'],
  // Money that is being sent cannot be called back: anyone who sends it says what became of it.
  refunding: ['refunded', 'refund_failed'],
  refund_failed: ['refunding', 'refunded', 'withdrawn'],
  refunded: [],
  rejected: [],
  withdrawn: [],
}

/** May a refund go from one status to another? Asked for, reviewed, paid back, one after the other; what failed is tried again or given up. */
export const refundMayBecome = (from: RefundStatus, to: RefundStatus) => next[from].includes(to)

/** Asked for and neither paid back nor given up: its amount is spoken for. */
export const isUnderWay = (status: RefundStatus) => next[status].length > 0

/** Cents of an order that may still be asked back: paid, and neither paid back nor under way. */
export const refundableOf = (order: { paid_cents: number; refunded_cents: number; refunding_cents: number }) =>
  order.paid_cents - order.refunded_cents - order.refunding_cents
