import type { ComponentType } from 'react'

/** What other features show on the page of planned maintenance; `app/parts.ts` hands it over. */
export interface MaintenanceParts {
  /** How far a campaign is, with the way to it. */
  Campaign: ComponentType<{ id: number; title: string }>
}
