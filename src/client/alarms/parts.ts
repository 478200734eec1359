import type { ComponentType } from 'react'

/** What other features show on an alarm's page; `app/parts.ts` hands it over. */
export interface AlarmParts {
  /** The pile as it is now, and what can be asked of it. */
  Pile: ComponentType<{ pileId: number; connectorNumber: number | null }>
  /** The work order for it, as a row of this look. */
  Work: ComponentType<{ alarmId: number; pileId: number; title: string; className: string }>
}
