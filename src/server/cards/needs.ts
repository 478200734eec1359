/** What blocking a card needs of the piles. */
export interface StopsCharging {
  /** Asks a pile to end a transaction. */
  remoteStop(pile_id: number, transaction_id: number): Promise<void>
}
