import { choice, text } from '../kit/fields.ts'
import { command, IN_STEPS } from './declare.ts'

/** What a pile can be asked to upload of itself; the logs, where it has the security extension. */
export const DIAGNOSTICS = ['diagnostics', 'diagnostics_log', 'security_log'] as const
export type Diagnostics = (typeof DIAGNOSTICS)[number]

/**
 * The pile uploads what it knows of itself, to an address of the console that takes one file, or to one that a person gives for a
 * pile that cannot bring it here.
 */
export const uploadDiagnostics = command('upload_diagnostics', {
  about: 'pile',
  icon: 'upload',
  fields: {
    what: choice(DIAGNOSTICS, { initial: 'diagnostics' }),
    address: text({ max: 500, optional: true }),
  },
  connected: true,
  resolved: true,
  effect: IN_STEPS,
  newest_counts: true,
})
