import type { ComponentType } from 'react'

/** What other features show on a charging profile's page; `app/parts.ts` hands it over. */
export interface ChargingProfileParts {
  /** What the site's hours cost now, from an hour of its day on. */
  Prices: ComponentType<{ siteId: number; from: number }>
}
