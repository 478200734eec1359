import { useCallback } from 'react'
import type { Tone } from '../../shared/kit/fields.ts'
import { useStateTones } from '../kit/dictionaries/use-state-tones.ts'
import { moodStates, type SiteCondition } from './site-now.ts'

/** The hue of a site on the map, on the monitor and beside the search. */
export function useMoodTones(): (mood: SiteCondition) => Tone {
  const toneOf = useStateTones()
  return useCallback((mood: SiteCondition) => toneOf(moodStates[mood]), [toneOf])
}
