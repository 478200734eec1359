import { command } from './declare.ts'

/** Asks a pile for all that its configuration says. */
export const readSettings = command('read_settings', {
  about: 'pile',
  icon: 'refresh',
  connected: true,
  elsewhere: true,
  resolved: true,
})
