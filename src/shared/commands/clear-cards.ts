import { command } from './declare.ts'

/** A pile that remembers cards asks again for each of them. */
export const clearCards = command('clear_cards', { about: 'pile', icon: 'card', bulk: true })
