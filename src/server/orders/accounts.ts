import { derived } from '../kit/process-state.ts'

interface Account {
  balance_cents: number
  /** What the customer's sessions that are not settled yet cost so far. */
  spent_cents: number
  sessions: number
}

/** What is left of the balances that sessions run on. A few sums in memory: it is asked after every reading. */
export class Accounts {
  readonly #accounts = new Map<number, Account>()
  readonly state = derived('balances', () => this.#accounts.size)

  /** A session of this customer begins to count, with what it costs so far. */
  join(customer_id: number | null, balance_cents: number, cents: number) {
    if (customer_id === null) return
    const account = this.#accounts.get(customer_id) ?? { balance_cents, spent_cents: 0, sessions: 0 }
    account.balance_cents = balance_cents
    account.spent_cents += cents
    account.sessions++
    this.#accounts.set(customer_id, account)
  }

  /** It counts no more: it was settled, or its pile is gone. */
  leave(customer_id: number | null, cents: number) {
    const account = customer_id === null ? undefined : this.#accounts.get(customer_id)
    if (!account || customer_id === null) return
    account.spent_cents -= cents
    account.sessions--
    if (account.sessions === 0) this.#accounts.delete(customer_id)
  }

  spend(customer_id: number | null, cents: number) {
    const account = customer_id === null ? undefined : this.#accounts.get(customer_id)
    if (account) account.spent_cents += cents
  }

  /** A top-up or a payment changed the balance. */
  set(customer_id: number, balance_cents: number) {
    const account = this.#accounts.get(customer_id)
    if (account) account.balance_cents = balance_cents
  }

  /** The balance as it was heard of last; 0 for a customer without a session here. */
  balanceOf(customer_id: number | null): number {
    return (customer_id === null ? undefined : this.#accounts.get(customer_id)?.balance_cents) ?? 0
  }

  /** What the sessions of this customer leave of the balance; null for a session that nobody is known to pay. */
  left(customer_id: number | null): number | null {
    const account = customer_id === null ? undefined : this.#accounts.get(customer_id)
    return account === undefined ? null : account.balance_cents - account.spent_cents
  }
}
