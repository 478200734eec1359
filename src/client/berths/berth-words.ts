import { useCallback } from 'react'
import type { BerthState } from '../../shared/domain/berth-state.ts'
import type { SiteState } from '../../shared/endpoints/sites.ts'
import type { Tone } from '../../shared/kit/fields.ts'
import { useStateTones } from '../kit/dictionaries/use-state-tones.ts'
import type { IconName } from '../kit/ui/icon.tsx'

/** Beside the hue, for anyone who tells it by shape. */
export const berthIcons: Readonly<Record<BerthState, IconName>> = {
  free: 'check',
  occupied: 'bolt',
  reserved: 'clock',
  out_of_service: 'warning',
  unknown: 'offline',
}

/** The state of connectors in whose hue a berth shows. */
const STATES: Readonly<Record<BerthState, SiteState>> = {
  free: 'available',
  occupied: 'charging',
  reserved: 'reserved',
  out_of_service: 'faulted',
  unknown: 'offline',
}

/** The hue of a berth's state now, on the plan as in the list. */
export function useBerthTones(): (state: BerthState) => Tone {
  const toneOf = useStateTones()
  return useCallback((state: BerthState) => toneOf(STATES[state]), [toneOf])
}
