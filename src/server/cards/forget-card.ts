import { sql } from 'kysely'
import type { Context } from '../kit/context.ts'
import type { CardPiles } from './needs.ts'

const DAYS = 90
const MOST_PILES = 50

/**
 * Has the piles that know a card ask us again: a pile may let a card start that it let start before, without a word to us
 * (authorization cache, OCPP 1.6, 3.5.1), until it is told to clear that (5.4). Only where the card charged lately, the last
 * places first, and only piles that are connected now; what becomes of it is told by each one's command.
 */
export async function forgetCard(
  { db, person, afterCommit }: Context,
  piles: CardPiles,
  number: string,
): Promise<void> {
  const { rows } = await sql<{ pile_id: number }>`
    select pile_id from orders
    where card_number = ${number.toUpperCase()} and started_at > now() - make_interval(days => ${DAYS})
    group by pile_id order by max(started_at) desc`.execute(db)
  afterCommit(() => {
    const connected = rows.filter(({ pile_id }) => piles.sockets.connected(pile_id))
    for (const { pile_id } of connected.slice(0, MOST_PILES)) void piles.commands.clearCache(pile_id, person.name)
  })
}
