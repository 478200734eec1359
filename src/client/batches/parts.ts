import type { ComponentType } from 'react'

/** What other features show on a batch's page; `app/parts.ts` hands it over. */
export interface BatchParts {
  Piles: ComponentType<{ batchId: number }>
}
