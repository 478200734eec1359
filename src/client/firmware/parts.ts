import type { ComponentType } from 'react'

/** What other features show on the page of a firmware task; `app/parts.ts` hands it over. */
export interface FirmwareParts {
  /** The first piles of its campaign and the others, and the hours in which they are asked. */
  Course: ComponentType<{ id: number }>
}
