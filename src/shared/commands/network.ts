import { APN_SIGN_INS, INTERFACES } from '../domain/network.ts'
import { choice, count, seconds, secret, text } from '../kit/fields.ts'
import { command, TIMES } from './declare.ts'
import { PROFILES } from './raise-profile.ts'

const slot = count({ most: 1_000, initial: 2 })

/** Writes how a pile may connect into one of its slots (B09); it goes on as it is. */
export const writeNetwork = command('write_network', {
  about: 'pile',
  icon: 'link',
  fields: {
    slot,
    connect_to: text({ max: 512 }),
    security: choice(PROFILES, { initial: '1' }),
    interface: choice(INTERFACES, { initial: 'wired0' }),
    message_seconds: seconds({ initial: 30 }),
    apn: text({ max: 512, optional: true }),
    apn_sign_in: choice(APN_SIGN_INS, { initial: 'auto' }),
    apn_user: text({ max: 20, optional: true }),
    apn_password: secret({ max: 20, optional: true }),
  },
  bulk: true,
  elsewhere: true,
  resolved: true,
})

/**
 * Sends a pile to another slot (B10): it is the first in the order, the one in use stands behind it, and the pile starts anew when nothing
 * charges. A pile that does not start in time is an alarm.
 */
export const moveNetwork = command('move_network', {
  about: 'pile',
  icon: 'link',
  fields: { slot },
  confirm: true,
  bulk: true,
  elsewhere: true,
  resolved: true,
  effect: {
    ...{ shown_by: 'boot', within_ms: 15 * TIMES.MINUTE, late_ms: 7 * TIMES.DAY, scheduled_ms: TIMES.DAY },
    answers: true,
  },
})
