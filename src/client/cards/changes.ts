/** What a decision about a card may change. */
export const CARDS = ['card', 'customer', 'order', 'pile', 'command'] as const
