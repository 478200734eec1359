import type { Order } from '../entities/order.ts'

export type OrderStatus = Order['status']
export type Abnormal = NonNullable<Order['abnormal']>

const next: Record<OrderStatus, readonly OrderStatus[]> = {
  generated: ['completed', 'paid', 'unpaid'],
  completed: ['paid', 'unpaid'],
  unpaid: ['paid', 'unpaid'],
  paid: [],
}

/** May an order go from one status to another? Charging ends, then it is settled; a debt is paid, in parts or whole. */
export const mayBecome = (from: OrderStatus, to: OrderStatus) => next[from].includes(to)

/** Charging, or ended and not settled yet. */
export const isOpen = (status: OrderStatus) => status === 'generated' || status === 'completed'

/** A person has to say what the meter said; until then nothing is billed. */
export const isHeld = ({ status, abnormal }: { status: OrderStatus; abnormal: string | null }) =>
  status === 'completed' && abnormal !== null
