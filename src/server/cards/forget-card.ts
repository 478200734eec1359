import { sql } from 'kysely'
import type { Context } from '../kit/context.ts'
import type { CardPiles } from './needs.ts'

const DAYS = 90
const MOST_PILES = 100

/**
 * Has the piles that know a card ask us again: a pile may let a card start that it let start before, without a word to us
 * (authorization cache, OCPP 1.6, 3.5.1), until it is told to clear that (5.4). Only where the card charged lately, the last
 * places first; a pile that is away is told when it is back. What becomes of it is told by each one's command.
 */
export async function forgetCard(
  { db, person, afterCommit }: Context,
  { caches }: CardPiles,
  number: string,
): Promise<void> {
  const { rows } = await sql<{ pile_id: number }>`
    select pile_id from orders
    where card_number = ${number.toUpperCase()} and started_at > now() - make_interval(days => ${DAYS})
    group by pile_id order by max(started_at) desc limit ${MOST_PILES}`.execute(db)
  if (!rows.length) return
  const known = rows.map(({ pile_id }) => pile_id)
  afterCommit(await caches.note(db, known, person.name))
}
