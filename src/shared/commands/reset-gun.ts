import { choice } from '../kit/fields.ts'
import { command } from './declare.ts'

/** Starts the EVSE of a gun anew, and nothing else of its pile (OCPP 2.x, B11.FR.08, B12.FR.07). A pile that cannot says so. */
export const resetGun = command('reset_gun', {
  about: 'gun',
  icon: 'refresh',
  fields: { type: choice(['Soft', 'Hard']) },
  buttons: 'type',
  confirm: true,
  ends_charges: ['Hard'],
  danger: ['Hard'],
  connected: true,
  when: ['occupied', 'plugged', 'charging', 'faulted'],
})
