import { choice } from '../kit/fields.ts'
import { command, TIMES } from './declare.ts'

/** The last three are of the security extension: piles without it refuse them. */
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
