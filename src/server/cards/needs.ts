/** What taking a card out of use needs of the piles. */
export interface CardPiles {
  sockets: { connected(pile_id: number): boolean }
  commands: {
    /** Asks a pile to end a transaction. */
    remoteStop(pile_id: number, transaction_id: number): Promise<void>
    /** Has a pile forget whom it let in before. Never rejects. */
    clearCache(pile_id: number, asked_by: string): Promise<void>
  }
}
