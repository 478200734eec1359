import type { ComponentType } from 'react'
import type { FrozenRule } from '../../shared/endpoints/orders.ts'
import type { ConnectorNow } from '../../shared/endpoints/piles.ts'

/** What other features show on a site's page; `app/parts.ts` hands it over. */
export interface SiteParts {
  /** A day in its price bands. */
  Ribbon: ComponentType<{ rules: readonly FrozenRule[] }>
  /** Which prices it has now and later. */
  Prices: ComponentType<{ siteId: number }>
  /** A pile's connectors by number and state. */
  Connectors: ComponentType<{ connectors: ConnectorNow[] }>
  /** The site's berths. */
  Plan: ComponentType<{ siteId: number }>
}
