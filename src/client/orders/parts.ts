import type { ComponentType } from 'react'
import type { Order } from '../../shared/entities/order.ts'

/** An order, and what can be asked of its pile now. */
export type OrderNow = Order & { takes_priority: boolean }

/** What other features show on an order's page; `app/parts.ts` hands it over. */
export interface OrderParts {
  /** Stops a session that runs, and says what became of that. */
  Stop: ComponentType<{ orderId: number; pileId: number; connectorNumber: number }>
  /** Has a session charge with priority, or no more; `since`: when it began to, as it is said. */
  Priority: ComponentType<{ orderId: number; pileId: number; connectorNumber: number; since: string | null }>
  /** The same over a list. */
  PriorityDialog: ComponentType<{ order: OrderNow; onClose: () => void }>
  /** Asks the pile for reports that are missing. */
  Ask: ComponentType<{ orderId: number; pileId: number }>
}
