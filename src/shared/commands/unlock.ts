import { command } from './declare.ts'

/** Lets go of the cable at a gun. */
export const unlock = command('unlock', {
  about: 'gun',
  icon: 'unlock',
  when: ['occupied', 'plugged', 'faulted'],
})
