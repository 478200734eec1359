/** What a movement of a balance may change: an order that waited for money among it. */
export const BALANCE = ['customer', 'ledger_entry', 'balance_request', 'order'] as const
