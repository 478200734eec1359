import { atom } from 'jotai/vanilla'
import type { ComponentType } from 'react'

/** What a shell has a place for and no first page needs. */
export interface BesideParts {
  /** Above the page. `phone`: in the phone's shell. */
  Offers: ComponentType<{ phone?: boolean }>
  /** Over the page. */
  Prompts: ComponentType
}

/** Null until they are here: they come once the first page shows. */
export const besideAtom = atom<BesideParts | null>(null)
