import { choice } from '../kit/fields.ts'
import { command, TIMES } from './declare.ts'

/** Those after the gun's state are of the security extension: piles without it refuse them. The last is of 2.x alone. */
const REPORTS = [
  'boot',
  'diagnostics',
  'firmware',
  'heartbeat',
  'meter',
  'connector',
  'signed_firmware',
  'log',
  'certificate',
  'combined_certificate',
] as const

/** What a pile can be asked to report. Afterwards the same message comes by itself and shows nothing. */
export const trigger = command('trigger', {
  about: 'any',
  icon: 'mail',
  fields: {
    message: choice(REPORTS, { initial: 'connector' }),
  },
  bulk: true,
  effect: { shown_by: 'report', within_ms: TIMES.MINUTE / 2, late_ms: 0 },
})
