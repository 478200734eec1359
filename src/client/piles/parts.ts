import type { ComponentType } from 'react'

/** What other features show on a pile's page; `app/parts.ts` hands it over. */
export interface PileParts {
  Orders: ComponentType<{ pileId: number }>
  Alarms: ComponentType<{ pileId: number }>
  /** What happened at it and what was done there. */
  History: ComponentType<{ pileId: number }>
  Profiles: ComponentType<{ pileId: number }>
  CardList: ComponentType<{ pileId: number }>
  Reservations: ComponentType<{ pileId: number }>
  /** For whom one of its guns is kept. */
  Reserved: ComponentType<{ pileId: number; connectorNumber: number }>
  Log: ComponentType<{ station: string }>
}
