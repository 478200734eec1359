import { derived } from '../kit/process-state.ts'

interface Account {
  balance_cents: number
  /** What the customer's sessions that are not settled yet cost so far. */
  spent_cents: number
  /** The same of sessions at other nodes, as it was read last; null: never. */
  elsewhere_cents: number | null
  sessions: number
  /** How often something but a reading changed it: what was read before is out of date. */
  changes: number
}

/** What is stored of a customer. */
export interface Known {
  customer_id: number
  balance_cents: number
  /** What open orders at other nodes cost so far. */
  elsewhere_cents: number
}

const NOTHING: Account = { balance_cents: 0, spent_cents: 0, elsewhere_cents: null, sessions: 0, changes: 0 }

/** What is left of the balances that sessions run on. A few sums in memory: it is asked after every reading. */
export class Accounts {
  readonly #accounts = new Map<number, Account>()
  readonly state = derived('balances', () => this.#accounts.size)

  /** A session of this customer begins to count, with what it costs so far. */
  join(customer_id: number | null, balance_cents: number, cents: number) {
    if (customer_id === null) return
    const account = this.#accounts.get(customer_id) ?? { ...NOTHING, balance_cents }
    account.balance_cents = balance_cents
    account.spent_cents += cents
    account.sessions++
    account.changes++
    this.#accounts.set(customer_id, account)
  }

  /** It counts no more: it was settled, or its pile is gone. */
  leave(customer_id: number | null, cents: number) {
    const account = customer_id === null ? undefined : this.#accounts.get(customer_id)
    if (!account || customer_id === null) return
    account.spent_cents -= cents
    account.sessions--
    account.changes++
    if (account.sessions === 0) this.#accounts.delete(customer_id)
  }

  spend(customer_id: number | null, cents: number) {
    const account = customer_id === null ? undefined : this.#accounts.get(customer_id)
    if (account) account.spent_cents += cents
  }

  /** A top-up or a payment changed the balance. */
  set(customer_id: number, balance_cents: number) {
    const account = this.#accounts.get(customer_id)
    if (!account) return
    account.balance_cents = balance_cents
    account.changes++
  }

  /** Whose accounts there are, to be given to `learn` with what was read since. */
  known(): ReadonlyMap<number, number> {
    return new Map([...this.#accounts].map(([customer_id, { changes }]) => [customer_id, changes]))
  }

  /**
   * Takes over what was read, unless something happened here meanwhile. `isOther`: it leaves something else than before; `isNews`: not because
   * sessions went on at other nodes, but by money that came or went, or as these were not known of.
   */
  learn({ customer_id, balance_cents, elsewhere_cents }: Known, before: ReadonlyMap<number, number>) {
    const account = this.#accounts.get(customer_id)
    if (!account || account.changes !== before.get(customer_id)) return { isOther: false, isNews: false }
    const more = balance_cents - account.balance_cents
    const spentMore = elsewhere_cents - (account.elsewhere_cents ?? 0)
    const isOther = more !== spentMore
    const isNews = isOther && (more !== 0 || account.elsewhere_cents === null)
    Object.assign(account, { balance_cents, elsewhere_cents })
    return { isOther, isNews }
  }

  /** The balance as it was heard of last; 0 for a customer without a session here. */
  balanceOf(customer_id: number | null): number {
    return (customer_id === null ? undefined : this.#accounts.get(customer_id)?.balance_cents) ?? 0
  }

  /** What the sessions of this customer leave of the balance; null for a session that nobody is known to pay. */
  left(customer_id: number | null): number | null {
    const account = customer_id === null ? undefined : this.#accounts.get(customer_id)
    return account === undefined ? null : account.balance_cents - account.spent_cents - (account.elsewhere_cents ?? 0)
  }
}
