import type { Titled } from '../../shared/kit/entity.ts'
import type { Language } from '../../shared/kit/languages.ts'

/** What sites need of the country's divisions. */
export interface Regions {
  known(id: number): boolean
  /** A division and those that it lies in; `region` has them all in its title. */
  divisions(
    id: number,
    language: Language,
  ): { region: Titled; province: Titled | null; city: Titled | null; area: Titled | null }
}
