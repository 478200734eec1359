/** How what a terminal collected stands to the bill, which stays. */
export const TERMINAL_STATES = ['not_billed', 'same', 'more', 'less', 'canceled', 'not_collected'] as const
export type TerminalState = (typeof TERMINAL_STATES)[number]

interface Said {
  id: number
  reference: string
  status: string
  amount_cents: number | null
}

interface Bill {
  /** It is made, and nothing waits for it. */
  isBilled: boolean
  total_cents: number
}

export interface TerminalComparison {
  state: TerminalState
  collected_cents: number
  billed_cents: number
}

/** Of each payment what was said last counts: a settlement may fail first and succeed then. Null where a terminal said nothing. */
export function compareTerminal(said: readonly Said[], { isBilled, total_cents }: Bill): TerminalComparison | null {
  const last = new Map<string, Said>()
  for (const one of [...said].sort((a, b) => a.id - b.id)) if (one.status !== 'vat_asked') last.set(one.reference, one)
  if (last.size === 0) return null
  const settled = [...last.values()].filter(({ status }) => status === 'settled')
  const collected_cents = settled.reduce((sum, { amount_cents }) => sum + (amount_cents ?? 0), 0)
  const isCanceled = settled.length === 0 && [...last.values()].every(({ status }) => status === 'canceled')
  return { state: stateOf(), collected_cents, billed_cents: total_cents }

  function stateOf(): TerminalState {
    if (!isBilled) return 'not_billed'
    if (collected_cents === total_cents) return 'same'
    if (settled.length > 0) return collected_cents > total_cents ? 'more' : 'less'
    return isCanceled ? 'canceled' : 'not_collected'
  }
}
