import type { ComponentType } from 'react'

/** What other features show on an order's page; whoever puts the console together hands it over. */
export interface OrderFaces {
  /** Stops a session that runs, and says what became of that. */
  Stop: ComponentType<{ orderId: number; pileId: number; connectorNumber: number }>
}
