import { command, IN_STEPS } from './declare.ts'

/** The pile uploads what it knows of itself, to an address of the console that takes one file. */
export const uploadDiagnostics = command('upload_diagnostics', {
  about: 'pile',
  icon: 'upload',
  connected: true,
  resolved: true,
  effect: IN_STEPS,
  newest_counts: true,
})
