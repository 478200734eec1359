import { choice } from '../kit/fields.ts'
import { command, TIMES } from './declare.ts'

/** How a pile connects: with a password, with one over TLS, with a certificate (security whitepaper, 2.1). */
export const PROFILES = ['1', '2', '3'] as const

/**
 * Has a pile go over to a higher security profile. It shows by the pile coming back with it; until then the old way stays open, and a pile that
 * does not come back in time is an alarm.
 */
export const raiseProfile = command('raise_profile', {
  about: 'pile',
  icon: 'lock',
  fields: { profile: choice(PROFILES, { initial: '2' }) },
  bulk: true,
  elsewhere: true,
  resolved: true,
  effect: { shown_by: 'secured', within_ms: 15 * TIMES.MINUTE, late_ms: 7 * TIMES.DAY, answers: true },
})
