import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { customerOfTag } from '../../shared/domain/customer-tag.ts'
import { allocateCard, blockCard, cardHistory, takeBackCard, unblockCard } from '../../shared/endpoints/cards.ts'
import type { card } from '../../shared/entities/card.ts'
import type { Extension } from '../kit/crud/extension.ts'
import { usesBy } from '../kit/crud/holders.ts'
import { wrongField } from '../kit/refusal.ts'
import { serve } from '../kit/serve.ts'
import { allocate, block, takeBack, unblock } from './card-calls.ts'
import { historyOf } from './card-history.ts'
import type { CardPiles } from './ports.ts'

export function cardRoutes(app: FastifyInstance, piles: CardPiles): void {
  serve(app, allocateCard, allocate)
  serve(app, takeBackCard, takeBack)
  serve(app, blockCard, (asked, context) => block(asked, context, piles))
  serve(app, unblockCard, unblock)
  serve(app, cardHistory, historyOf)
}

/** Orders know a card by its number alone: those that run hold it, those that ran keep it. */
export const cardExtension: Extension<typeof card> = {
  async check({ number }, _, before) {
    // Sessions of that customer would be this card's.
    // A sheet may lack the column, which is told by itself.
    if (!before && customerOfTag(number?.trim() ?? '') !== null)
      throw wrongField('number', 'refusals:card_reads_as_customer')
  },
  async uses(ids, context) {
    const { rows } = await sql<{ owner: number; id: number; title: string }>`
      select c.id as owner, o.id, o.number as title from card c
      join orders o on o.card_number = upper(c.number) and o.status = 'generated'
      where c.id in (${sql.join([...ids])}) order by o.id`.execute(context.db)
    return usesBy(context, 'order', rows)
  },
  async history(ids, { db }) {
    const { rows } = await sql<{ id: number }>`
      select c.id from card c where c.id in (${sql.join([...ids])}) and (
        exists (select from orders o where o.card_number = upper(c.number))
        or exists (select from audit_entry a where a.entity = 'card' and a.entity_id = c.id
          and a.action in ('allocate', 'block')))`.execute(db)
    return rows.map(({ id }) => id)
  },
}
