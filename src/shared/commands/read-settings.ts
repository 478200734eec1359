import { text } from '../kit/fields.ts'
import { command, TIMES } from './declare.ts'

/**
 * Asks a pile for all that its configuration says, or for what one of its components says. Some answer at once, some in reports that follow:
 * 2,000 variables over a slow line take their time.
 */
export const readSettings = command('read_settings', {
  about: 'pile',
  icon: 'refresh',
  fields: { component: text({ max: 50, optional: true }) },
  connected: true,
  elsewhere: true,
  resolved: true,
  effect: {
    ...{ shown_by: 'settings', within_ms: 10 * TIMES.MINUTE, late_ms: TIMES.HOUR },
    ...{ only_with: 'Reports', early: true },
  },
})
