import type { Kysely } from 'kysely'
import type { AskedTransaction } from '../../shared/domain/intent.ts'
import type { CostTakes, CostWay } from '../../shared/domain/running-cost.ts'
import type { Database } from '../kit/database/tables.ts'
import type { Alarms, AuthorizationStatus } from '../ocpp/ports.ts'

/** Who pays for what a card starts. */
export interface Payer {
  /** Null when nobody is known to pay. */
  customer_id: number | null
  /** May it start charging now? */
  status: AuthorizationStatus
  /** Is it good at all, its balance and other sessions aside? */
  standing: AuthorizationStatus
  /** The pile is told nothing of this number for now; both say Invalid, whatever it is. */
  withheld?: true
  /** It is good, and starts nothing: it ends sessions. */
  master?: true
}

export interface Payers {
  /**
   * `connector_number` null: the pile asks before it knows. A session of the same card there is no obstacle. `now`: our clock
   * when it was asked (epoch ms).
   */
  find(
    db: Kysely<Database>,
    place: { pile_id: number; connector_number: number | null },
    card_number: string,
    now?: number,
  ): Promise<Payer>
  /** When this card was last accepted at this pile (epoch ms), if lately. */
  acceptedAt(pile_id: number, card_number: string): number | null
}

/** Where a session that goes on without leave is told to a person; see ../ocpp/ports.ts. */
export interface OrderAlarms {
  raise: Alarms['raise']
  /** Ends the alarms of orders that charge no more. */
  ordersEnded(): Promise<void>
}

export interface Log {
  warn(facts: object, message: string): void
  error(facts: object, message: string): void
}

/** Asks a pile whether it still has reports of a transaction; what it says is told when it answers. */
export type AskTransaction = (pile_id: number, transaction: AskedTransaction) => Promise<unknown>

/** What a connected pile can be asked for in the protocol that it speaks, by the commands' names. */
export type CanAsk = (pile_id: number) => readonly string[]

/** Has a pile say how a gun's transaction stands. */
export type AskReport = (pile_id: number, connector_number: number) => Promise<unknown>

/** How a pile comes to what a session costs, by what it told of itself and by its protocol. */
export type CostWayOf = (pile_id: number, takes: CostTakes) => CostWay

/** Tells a pile what a session costs so far. */
export type TellCost = (pile_id: number, transaction_id: string, cents: number) => Promise<unknown>

/** Ends charging from our side; resolves when the pile was asked. */
export type RemoteStop = (pile_id: number, transaction_id: string) => Promise<unknown>
