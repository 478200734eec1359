import { reference } from '../kit/fields.ts'
import { command, TIMES } from './declare.ts'

/**
 * Starts charging for a customer, who pays for it. A driver has until the pile's own time to plug in is over; a session of a pile
 * that was away is told a day later.
 */
export const start = command('start', {
  about: 'gun',
  icon: 'bolt',
  fields: { customer_id: reference('customer') },
  connected: true,
  when: ['plugged', 'free'],
  resolved: true,
  effect: { shown_by: 'started', within_ms: 3 * TIMES.MINUTE, late_ms: TIMES.DAY },
})
