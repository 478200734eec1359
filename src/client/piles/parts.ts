import type { ComponentType } from 'react'
import type { OutsideLimit } from '../../shared/domain/charging-profiles/outside-limit.ts'

/** What other features show on a pile's page; `app/parts.ts` hands it over. */
export interface PileParts {
  Orders: ComponentType<{ pileId: number }>
  Alarms: ComponentType<{ pileId: number }>
  /** What happened at it and what was done there. */
  History: ComponentType<{ pileId: number }>
  Profiles: ComponentType<{ pileId: number }>
  /** What other systems limit it to. */
  OutsideLimits: ComponentType<{ limits: readonly OutsideLimit[]; zone: string | null }>
  CardList: ComponentType<{ pileId: number }>
  Reservations: ComponentType<{ pileId: number }>
  /** For whom one of its guns is kept. */
  Reserved: ComponentType<{ pileId: number; connectorNumber: number }>
  Log: ComponentType<{ station: string }>
}
