import { choice } from '../kit/fields.ts'
import { command, TIMES } from './declare.ts'

/** Some piles boot anew on the socket they have, so the boot is the sign and not the closing of the socket. */
export const reset = command('reset', {
  about: 'pile',
  icon: 'refresh',
  fields: { type: choice(['Soft', 'Hard']) },
  buttons: 'type',
  confirm: true,
  danger: ['Hard'],
  ends_charges: true,
  bulk: true,
  effect: { shown_by: 'boot', within_ms: 5 * TIMES.MINUTE, late_ms: TIMES.HOUR, answers: true },
})
