import type { ComponentType } from 'react'

/** What other features show on the list of campaigns; `app/parts.ts` hands it over. */
export interface CampaignParts {
  New: ComponentType<{ onClose: () => void }>
}
