import type { BerthState } from '../../shared/domain/berth-state.ts'
import type { IconName } from '../kit/ui/icon.tsx'

/** Beside the hue, for whoever tells it by shape. */
export const berthIcons: Readonly<Record<BerthState, IconName>> = {
  free: 'check',
  occupied: 'bolt',
  reserved: 'clock',
  out_of_service: 'warning',
  unknown: 'offline',
}
