import type { ComponentType } from 'react'

/** What other features show on an order's page; `app/parts.ts` hands it over. */
export interface OrderParts {
  /** Stops a session that runs, and says what became of that. */
  Stop: ComponentType<{ orderId: number; pileId: number; connectorNumber: number }>
  /** Asks the pile for reports that are missing. */
  Ask: ComponentType<{ orderId: number; pileId: number }>
}
