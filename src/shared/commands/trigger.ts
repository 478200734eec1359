import { choice } from '../kit/fields.ts'
import { command, TIMES } from './declare.ts'

/** What a pile can be asked to report. Afterwards the same message comes by itself and shows nothing. */
export const trigger = command('trigger', {
  about: 'any',
  icon: 'mail',
  fields: {
    message: choice(['boot', 'diagnostics', 'firmware', 'heartbeat', 'meter', 'connector'], { initial: 'connector' }),
  },
  bulk: true,
  effect: { shown_by: 'report', within_ms: TIMES.MINUTE / 2, late_ms: 0 },
})
