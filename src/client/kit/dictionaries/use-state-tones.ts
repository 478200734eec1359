import type { SiteState } from '../../../shared/endpoints/sites.ts'
import { pile } from '../../../shared/entities/pile.ts'
import type { Tone } from '../../../shared/kit/fields.ts'
import { useTones } from './use-choices.ts'

/** The hue of what piles and their connectors do, as the operator set it for a pile's state: in lists, on maps and plans, in bars. */
export const useStateTones = (): ((state: SiteState) => Tone) => useTones(pile, 'state')
