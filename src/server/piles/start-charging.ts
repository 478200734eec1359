import { type Kysely, sql } from 'kysely'
import { customerTag } from '../../shared/domain/customer-tag.ts'
import type { Database } from '../kit/database/tables.ts'
import { isShort, takesLong } from '../kit/fits-pile.ts'
import { Refusal, wrongField } from '../kit/refusal.ts'
import { awaitsPayer } from './connectors-now.ts'

/**
 * The idTag that starts charging for a customer: a card of theirs that is free, so that they can end the session with it
 * at the pile; else the customer's own. Refused when the pile would be asked in vain.
 */
export async function tagToStart(
  db: Kysely<Database>,
  place: { pile_id: number; connector_number: number },
  customer_id: number,
): Promise<{ card_number: string; group: string | null }> {
  await refuseConnector(db, place)
  await refuseCustomer(db, customer_id)
  const card = (await freeCard(db, customer_id, place.pile_id)) ?? {
    card_number: customerTag(customer_id),
    group: null,
  }
  if (await chargesWith(db, card.card_number)) throw new Refusal(409, 'commands:customer_charges')
  return card
}

/**
 * Faulted ones may recover before the driver is back, and of one that never reported a state none is known; those are the
 * pile's to refuse.
 */
async function refuseConnector(
  db: Kysely<Database>,
  { pile_id, connector_number }: { pile_id: number; connector_number: number },
) {
  const known = await db
    .selectFrom('connector')
    .select(['number', 'status'])
    .where('pile_id', '=', pile_id)
    .where('number', '>', 0)
    .execute()
  const connector = known.find(({ number }) => number === connector_number)
  if (connector_number === 0 || (known.length > 0 && !connector))
    throw wrongField('connector_number', 'commands:no_connector')
  const { rows } = await sql<{
    out: boolean
  }>`select out_by_maintenance(${pile_id}, ${connector_number}) as out`.execute(db)
  if (rows[0]?.out) throw new Refusal(409, 'commands:in_maintenance')
  if (connector?.status === 'Unavailable') throw new Refusal(409, 'commands:connector_unavailable')
  const order = await openOrder(db, pile_id, connector_number)
  // One that nobody pays yet is what the start gives its payer (OCPP 2.0.1, F02).
  if (order && !order.awaits_payer)
    throw new Refusal(409, 'commands:connector_in_use', { figures: { order: order.number } })
}

async function refuseCustomer(db: Kysely<Database>, id: number): Promise<void> {
  const customer = await db
    .selectFrom('customer')
    .select(['status', 'balance_cents'])
    .where('id', '=', id)
    .where('archived_at', 'is', null)
    .executeTakeFirst()
  if (!customer) throw wrongField('customer_id', 'unknown_reference')
  if (customer.status !== 'normal') throw new Refusal(409, 'commands:customer_invalid')
  if (customer.balance_cents <= 0) throw new Refusal(409, 'commands:customer_no_balance')
}

/** One that may start charging, has nothing running, and whose number the pile takes. */
const freeCard = async (db: Kysely<Database>, customer_id: number, pile_id: number) =>
  db
    .selectFrom('card_standing')
    .select(['number as card_number', 'group_number as group'])
    .where('customer_id', '=', customer_id)
    .where('standing', '=', 'Accepted')
    .where('is_master', '=', false)
    .$if(!(await takesLong(db, pile_id)), (query) => query.where(isShort))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('orders')
            .select('id')
            .where('status', '=', 'generated')
            .where('card_number', '=', sql<string>`card_standing.tag`),
        ),
      ),
    )
    .orderBy('card_id')
    .executeTakeFirst()

async function chargesWith(db: Kysely<Database>, tag: string): Promise<boolean> {
  const order = await db
    .selectFrom('orders')
    .select('id')
    .where('status', '=', 'generated')
    .where('card_number', '=', tag.toUpperCase())
    .executeTakeFirst()
  return order !== undefined
}

/** The session that charges at a connector, or there this one. */
export const openOrder = (db: Kysely<Database>, pile_id: number, connector_number: number, order_id?: number) =>
  db
    .selectFrom('orders as o')
    .select(['id', 'number', 'transaction_id', awaitsPayer.as('awaits_payer')])
    .where('pile_id', '=', pile_id)
    .where('connector_number', '=', connector_number)
    .where('status', '=', 'generated')
    .$if(order_id !== undefined, (query) => query.where('id', '=', Number(order_id)))
    .orderBy('id', 'desc')
    .executeTakeFirst()
