import { command } from './declare.ts'

/** Lets go of the cable at a gun; of many piles, at each of their guns where nothing charges. */
export const unlock = command('unlock', {
  about: 'gun',
  icon: 'unlock',
  bulk: true,
  when: ['occupied', 'plugged', 'faulted'],
})
