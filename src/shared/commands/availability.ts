import { choice } from '../kit/fields.ts'
import { command, TIMES } from './declare.ts'

/** Puts a gun or the whole pile into or out of service. One that waits for a session's end may wait as long as a car stands there. */
export const availability = command('availability', {
  about: 'part',
  icon: 'plug',
  fields: { type: choice(['Operative', 'Inoperative']) },
  buttons: 'type',
  confirm: ['Inoperative'],
  danger: ['Inoperative'],
  bulk: true,
  newest_counts: true,
  effect: { shown_by: 'availability', within_ms: TIMES.MINUTE, late_ms: TIMES.DAY, scheduled_ms: TIMES.DAY },
})
