import { reference } from '../kit/fields.ts'
import { command, TIMES } from './declare.ts'

/** Ends the session that charges at a gun; with an order only while it is this one. */
export const stop = command('stop', {
  about: 'gun',
  icon: 'stop',
  fields: { order_id: reference('order', { optional: true }) },
  confirm: true,
  danger: true,
  when: ['charging'],
  resolved: true,
  effect: { shown_by: 'stopped', within_ms: TIMES.MINUTE, late_ms: TIMES.DAY },
})
